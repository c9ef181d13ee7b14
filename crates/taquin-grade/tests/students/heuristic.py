"""Manhattan distance. The other programs named heuristic_* change one thing."""

import sys


def steps(place, home, width):
    return abs(place // width - home // width) + abs(place % width - home % width)


def manhattan(board, width):
    return sum(steps(place, tile - 1, width) for place, tile in enumerate(board) if tile)


def main(estimate):
    for line in sys.stdin:
        rows = [row.split() for row in line.split("/")]
        board = [int(tile) for row in rows for tile in row]
        print(estimate(board, len(rows[0])))


if __name__ == "__main__":
    main(manhattan)
