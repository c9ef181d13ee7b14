"""Boards that cannot be solved get an empty answer."""

from solver import Solver


class Wrong(Solver):
    def main(self):
        boards = self.search()
        if boards:
            self.show(boards)


Wrong().main()
