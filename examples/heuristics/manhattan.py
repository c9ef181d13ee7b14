"""Manhattan distance: for every tile the steps to where it belongs. Admissible and consistent."""

import sys


def manhattan(rows):
    width = len(rows[0])
    steps = 0
    for row, tiles in enumerate(rows):
        for col, tile in enumerate(tiles):
            if tile != 0:  # The blank is no tile.
                home_row, home_col = divmod(tile - 1, width)
                steps += abs(row - home_row) + abs(col - home_col)
    return steps


# A board a line, such as 1 2 3/4 5 6/7 8 0; one number for each.
for line in sys.stdin:
    board = [[int(tile) for tile in row.split()] for row in line.split("/")]
    print(manhattan(board))
