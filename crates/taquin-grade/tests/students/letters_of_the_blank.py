"""A solver that prints where the blank goes."""

from letters import Letters


class Wrong(Letters):
    names = {-1: "l", 1: "r"}

    def letter(self, before, after):
        step = after.index(0) - before.index(0)
        return self.names.get(step) or ("d" if step > 0 else "u")


Wrong().main()
