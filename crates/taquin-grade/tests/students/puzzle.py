"""puzzle, right. The other programs named puzzle_* change one thing."""

import sys
from math import isqrt


class Puzzle:
    def read(self, text):
        lines = text.split("\n")
        if any(line.strip(" \t") for line in lines[2:]) or len(lines) < 2:
            raise ValueError("two lines are needed")
        boards = [line.split() for line in lines[:2]]
        for line, board in zip(lines, boards):
            self.check(line, board)
        if len(boards[0]) != len(boards[1]):
            raise ValueError("the boards have different sizes")
        return boards

    def check(self, line, board):
        size = isqrt(len(board))
        if size < 2 or size * size != len(board):
            raise ValueError("not a square")
        tiles = []
        for word in board:
            if word != "b" and not (word.isascii() and word.isdigit()):
                raise ValueError(f"{word!r} is not a tile")
            tiles.append(0 if word == "b" else int(word))
            if word != "b" and tiles[-1] == 0:
                raise ValueError("0 is not a tile")
        if sorted(tiles) != list(range(len(board))):
            raise ValueError("every tile once is needed")

    def disorder(self, board):
        tiles = [int(word) for word in board if word != "b"]
        count = 0
        for place, tile in enumerate(tiles):
            count += sum(1 for other in tiles[place + 1 :] if other < tile)
        return count + self.row(board)

    def row(self, board):
        size = isqrt(len(board))
        return 0 if size % 2 else board.index("b") // size

    def main(self):
        try:
            start, goal = self.read(sys.stdin.read())
        except (ValueError, UnicodeDecodeError) as error:
            print(error)
            sys.exit(1)
        solvable = self.disorder(start) % 2 == self.disorder(goal) % 2
        print("start:", *start)
        print("goal:", *goal)
        print("solvable" if solvable else "unsolvable")


if __name__ == "__main__":
    Puzzle().main()
