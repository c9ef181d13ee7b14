"""The path is followed from the goal, and the moves are printed in that order."""

from letters import Letters


class Wrong(Letters):
    def show(self, boards):
        print("".join(self.letter(a, b) for a, b in zip(boards, boards[1:]))[::-1])


Wrong().main()
