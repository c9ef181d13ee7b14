"""Lines joined by newlines, none after the last."""

from nine import Nine


class Wrong(Nine):
    def show(self, path):
        print("\n".join(path), end="")


Wrong().main()
