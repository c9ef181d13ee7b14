"""The number of boards instead of the number of moves."""

from solver import Solver


class Wrong(Solver):
    def show(self, boards):
        print("Minimum number of moves =", len(boards))
        for board in boards:
            print(self.size)
            for row in range(self.size):
                print(*board[row * self.size : (row + 1) * self.size])
            print()


Wrong().main()
