"""Princeton's Solver, right: A* with Manhattan distance. The other programs named solver_* change one thing."""

import heapq
import sys


class Solver:
    def __init__(self):
        words = open(sys.argv[1]).read().split()
        self.size = int(words[0])
        self.start = tuple(map(int, words[1:]))
        cells = self.size * self.size
        self.goal = tuple(range(1, cells)) + (0,)

    def estimate(self, board):
        total = 0
        for place, tile in enumerate(board):
            if tile:
                total += self.steps(place, tile - 1)
        return total

    def steps(self, a, b):
        (row, col), (home_row, home_col) = divmod(a, self.size), divmod(b, self.size)
        return abs(row - home_row) + abs(col - home_col)

    def neighbours(self, board):
        blank = board.index(0)
        row, col = divmod(blank, self.size)
        for r, c in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
            if 0 <= r < self.size and 0 <= c < self.size:
                cells = list(board)
                place = r * self.size + c
                cells[blank], cells[place] = cells[place], 0
                yield tuple(cells)

    def solvable(self):
        tiles = [tile for tile in self.start if tile]
        disorder = sum(a > b for place, a in enumerate(tiles) for b in tiles[place + 1 :])
        if self.size % 2 == 0:
            disorder += self.start.index(0) // self.size + 1
        return disorder % 2 == 0

    def search(self):
        best = {self.start: 0}
        parent = {self.start: None}
        queue = [(self.estimate(self.start), 0, self.start)]
        while queue:
            _, moves, board = heapq.heappop(queue)
            if board == self.goal:
                return self.path(parent, board)
            if -moves > best[board]:
                continue
            for after in self.neighbours(board):
                g = -moves + 1
                if g < best.get(after, g + 1):
                    best[after] = g
                    parent[after] = board
                    heapq.heappush(queue, (g + self.estimate(after), -g, after))
        return None

    def path(self, parent, board):
        boards = []
        while board is not None:
            boards.append(board)
            board = parent[board]
        return boards[::-1]

    def show(self, boards):
        print("Minimum number of moves =", len(boards) - 1)
        for board in boards:
            print(self.size)
            for row in range(self.size):
                tiles = board[row * self.size : (row + 1) * self.size]
                print("".join(f"{tile:2d} " for tile in tiles))
            print()

    def main(self):
        if self.solvable():
            self.show(self.search())
        else:
            print("No solution possible")


if __name__ == "__main__":
    Solver().main()
