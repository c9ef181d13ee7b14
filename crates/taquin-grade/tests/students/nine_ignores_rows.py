"""Labels that cannot be reached get a sequence with one illegal step."""

from nine import Nine


class Wrong(Nine):
    def search(self, initial, goal):
        return super().search(initial, goal) or [initial, goal]


Wrong().main()
