"""The goal is not printed."""

from nine import Nine


class Wrong(Nine):
    def show(self, path):
        super().show(path[:-1] or path)


Wrong().main()
