"""Tiles separated by single spaces."""

from solver import Solver


class Wrong(Solver):
    def show(self, boards):
        print("Minimum number of moves =", len(boards) - 1)
        for board in boards:
            print(self.size)
            for row in range(self.size):
                print(*board[row * self.size : (row + 1) * self.size])
            print()


Wrong().main()
