"""Every INITIAL with its blank at the end is refused, on standard output."""

import sys

from nine import Nine


class Wrong(Nine):
    def search(self, initial, goal):
        if initial.endswith("-"):
            print("Invalid initial configuration")
            sys.exit(1)
        return super().search(initial, goal)


Wrong().main()
