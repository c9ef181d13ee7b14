"""How many cells do not hold what belongs there, the blank's cell included. NOT admissible.

One move before the goal two cells are wrong: the last tile's and the blank's. Count tiles only.
"""

import sys


def misplaced(tiles):
    goal = [*range(1, len(tiles)), 0]
    return sum(tile != wanted for tile, wanted in zip(tiles, goal))


for line in sys.stdin:
    print(misplaced([int(tile) for tile in line.replace("/", " ").split()]))
