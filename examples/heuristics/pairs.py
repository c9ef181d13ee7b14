"""Manhattan distance, and 2 for every pair of tiles that stand in their own line in the wrong order. NOT admissible.

In 3 2 1 there are three such pairs, but only two tiles have to leave the line: 6 is too much, 4 would be right.
"""

import sys


def wrong_pairs(line):
    """How many pairs of a line are in the wrong order."""
    return sum(line[i] > line[j] for i in range(len(line)) for j in range(i + 1, len(line)))


def manhattan_and_pairs(rows):
    height, width = len(rows), len(rows[0])
    in_rows = [[] for _ in range(height)]  # For each row the tiles at home in it: their columns.
    in_cols = [[] for _ in range(width)]  # For each column the tiles at home in it: their rows.
    steps = 0
    for row, tiles in enumerate(rows):
        for col, tile in enumerate(tiles):
            if tile == 0:
                continue
            home_row, home_col = divmod(tile - 1, width)
            steps += abs(row - home_row) + abs(col - home_col)
            if row == home_row:
                in_rows[row].append(home_col)
            if col == home_col:
                in_cols[col].append(home_row)
    return steps + 2 * sum(wrong_pairs(line) for line in in_rows + in_cols)


for line in sys.stdin:
    board = [[int(tile) for tile in row.split()] for row in line.split("/")]
    print(manhattan_and_pairs(board))
