"""The 42 school's N-puzzle, right: the snail goal, comments, numbers, -H manhattan, --greedy, --uniform."""

import sys

from solver import Solver


class Bad(Exception):
    pass


class Snail(Solver):
    def __init__(self):
        self.options = sys.argv[1:-1]
        lines = [line.split("#")[0].split() for line in open(sys.argv[-1])]
        lines = [line for line in lines if line]
        try:
            numbers = [[int(word) for word in line] for line in lines]
        except ValueError as error:
            raise Bad(str(error)) from None
        if not numbers or len(numbers[0]) != 1:
            raise Bad("the size is missing")
        self.size = numbers[0][0]
        rows = numbers[1:]
        if len(rows) != self.size or any(len(row) != self.size for row in rows):
            raise Bad("the rows do not fit the size")
        self.start = tuple(tile for row in rows for tile in row)
        if sorted(self.start) != list(range(self.size * self.size)):
            raise Bad("every tile once is needed")
        self.home = self.homes()
        self.goal = tuple(sorted(range(len(self.start)), key=lambda tile: self.home[tile]))
        self.selected = 0

    def homes(self):
        top, left, bottom, right = 0, 0, self.size - 1, self.size - 1
        cells = []
        while top <= bottom and left <= right:
            cells += [(top, col) for col in range(left, right + 1)]
            cells += [(row, right) for row in range(top + 1, bottom + 1)]
            if top < bottom:
                cells += [(bottom, col) for col in range(right - 1, left - 1, -1)]
            if left < right:
                cells += [(row, left) for row in range(bottom - 1, top, -1)]
            top, left, bottom, right = top + 1, left + 1, bottom - 1, right - 1
        places = [row * self.size + col for row, col in cells]
        return [places[-1]] + places[:-1]

    def estimate(self, board):
        self.selected += 1
        if "--uniform" in self.options:
            return 0
        total = sum(self.steps(place, self.home[tile]) for place, tile in enumerate(board) if tile)
        return 1000 * total if "--greedy" in self.options else total

    def solvable(self):
        order = [self.goal.index(tile) for tile in self.start]
        swaps = sum(a > b for place, a in enumerate(order) for b in order[place + 1 :])
        return swaps % 2 == self.steps(self.start.index(0), self.home[0]) % 2

    def show(self, boards):
        print("Complexity in time:", self.selected)
        print("Complexity in size:", self.selected)
        print("Number of moves:", len(boards) - 1)
        for board in boards:
            for row in range(self.size):
                print(*board[row * self.size : (row + 1) * self.size])
            print()

    def main(self):
        if self.solvable():
            self.show(self.search())
        else:
            print("This puzzle is unsolvable.")


if __name__ == "__main__":
    try:
        Snail().main()
    except Bad as error:
        print(error)
        sys.exit(1)
