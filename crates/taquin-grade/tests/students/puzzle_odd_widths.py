"""The rule for odd widths, used for all."""

from puzzle import Puzzle


class Wrong(Puzzle):
    def row(self, board):
        return 0


Wrong().main()
