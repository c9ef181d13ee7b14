"""A stack instead of a queue."""

from nine import Nine


class Wrong(Nine):
    def search(self, initial, goal):
        parent = {initial: None}
        stack = [initial]
        while stack:
            position = stack.pop()
            if position == goal:
                path = []
                while position is not None:
                    path.append(position)
                    position = parent[position]
                return path[::-1] if len(path) <= 5000 else []
            for after in self.neighbours(position):
                if after not in parent:
                    parent[after] = position
                    stack.append(after)
        return []


Wrong().main()
