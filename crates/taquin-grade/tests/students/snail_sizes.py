"""The complexity in size is the memory in bytes."""

from snail import Snail


class Wrong(Snail):
    def show(self, boards):
        print("Complexity in time:", self.selected)
        print("Complexity in size:", 300_000_000)
        print("Number of moves:", len(boards) - 1)
        for board in boards:
            for row in range(self.size):
                print(*board[row * self.size : (row + 1) * self.size])
            print()


Wrong().main()
