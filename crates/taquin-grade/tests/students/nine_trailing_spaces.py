"""A space after every position."""

from nine import Nine


class Wrong(Nine):
    def show(self, path):
        for position in path:
            print(position, "")


Wrong().main()
