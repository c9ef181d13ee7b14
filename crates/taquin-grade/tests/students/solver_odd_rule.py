"""The rule for odd sizes decides which boards can be solved."""

from solver import Solver


class Wrong(Solver):
    def solvable(self):
        tiles = [tile for tile in self.start if tile]
        return sum(a > b for place, a in enumerate(tiles) for b in tiles[place + 1 :]) % 2 == 0


Wrong().main()
