"""The squares of the straight distances to where tiles belong, added up. NOT admissible.

A tile two columns from home needs two moves, and its square says four. Without squaring it would be admissible.
"""

import sys


def squared_euclid(rows):
    width = len(rows[0])
    squares = 0
    for row, tiles in enumerate(rows):
        for col, tile in enumerate(tiles):
            if tile != 0:
                home_row, home_col = divmod(tile - 1, width)
                squares += (row - home_row) ** 2 + (col - home_col) ** 2
    return squares


for line in sys.stdin:
    board = [[int(tile) for tile in row.split()] for row in line.split("/")]
    print(squared_euclid(board))
