"""Sequences of fewer moves than MAXLENGTH, instead of at most as many."""

from nine import Nine


class Wrong(Nine):
    def search(self, initial, goal):
        path = super().search(initial, goal)
        return path if len(path) - 1 < self.longest else []


Wrong().main()
