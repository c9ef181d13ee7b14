"""A move to the left of the first column ends at the end of the row above."""

from nine import Nine


class Wrong(Nine):
    def neighbours(self, position):
        blank = position.index("-")
        for place in (blank - 1, blank + 1, blank - self.width, blank + self.width):
            if 0 <= place < len(position):
                yield self.moved(position, blank, place)


Wrong().main()
