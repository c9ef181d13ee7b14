"""Duplicates are not noticed."""

from puzzle import Puzzle


class Wrong(Puzzle):
    def check(self, line, board):
        for word in board:
            if word != "b":
                int(word)
        board.index("b")


Wrong().main()
