"""The moves lead from the goal to the start."""

from letters import Letters


class Wrong(Letters):
    def show(self, boards):
        super().show(boards[::-1])


Wrong().main()
