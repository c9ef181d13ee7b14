"""Nine, right: breadth-first search from INITIAL. The other programs named nine_* change one thing."""

import sys
from collections import deque


class Nine:
    def read(self, args):
        if len(args) not in (3, 5):
            raise ValueError("3 or 5 arguments are needed")
        self.height, self.width = self.shape([self.number(a) for a in args[:-3]] or [3, 3])
        if self.height < 1 or self.width < 1:
            raise ValueError("a board has rows and columns")
        self.longest = self.number(args[-3])
        initial, goal = args[-2:]
        for name, labels in (("INITIAL", initial), ("GOAL", goal)):
            if len(labels) != self.height * self.width or labels.count("-") != 1:
                raise ValueError(f"{name} is not a board")
        if sorted(initial) != sorted(goal):
            raise ValueError("INITIAL and GOAL have different labels")
        return initial, goal

    def shape(self, sides):
        return sides

    def number(self, word):
        if not word.isdigit():
            raise ValueError(f"{word!r} is not a number")
        return int(word)

    def neighbours(self, position):
        blank = position.index("-")
        row, col = divmod(blank, self.width)
        for r, c in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
            if 0 <= r < self.height and 0 <= c < self.width:
                yield self.moved(position, blank, r * self.width + c)

    def moved(self, position, a, b):
        cells = list(position)
        cells[a], cells[b] = cells[b], cells[a]
        return "".join(cells)

    def search(self, initial, goal):
        parent = {initial: None}
        queue = deque([(initial, 0)])
        while queue:
            position, depth = queue.popleft()
            if position == goal:
                path = []
                while position is not None:
                    path.append(position)
                    position = parent[position]
                return path[::-1]
            if depth == self.longest:
                continue
            for after in self.neighbours(position):
                if after not in parent:
                    parent[after] = position
                    queue.append((after, depth + 1))
        return []

    def show(self, path):
        for position in path:
            print(position)

    def main(self):
        try:
            initial, goal = self.read(sys.argv[1:])
        except ValueError as error:
            print(error, file=sys.stderr)
            sys.exit(1)
        self.show(self.search(initial, goal))


if __name__ == "__main__":
    Nine().main()
