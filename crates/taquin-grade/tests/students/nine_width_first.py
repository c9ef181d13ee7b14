"""WIDTH is read before HEIGHT."""

from nine import Nine


class Wrong(Nine):
    def shape(self, sides):
        return sides[::-1]


Wrong().main()
