"""A solver that prints where the tile goes."""

from solver import Solver


class Letters(Solver):
    names = {-1: "r", 1: "l"}

    def letter(self, before, after):
        step = after.index(0) - before.index(0)
        return self.names.get(step) or ("u" if step > 0 else "d")

    def show(self, boards):
        print("".join(self.letter(a, b) for a, b in zip(boards, boards[1:])))


if __name__ == "__main__":
    Letters().main()
