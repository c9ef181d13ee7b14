"""Two more moves for every pair of tiles in conflict, although one tile may leave the line for several pairs."""

from heuristic import main, manhattan


def pairs(line, homes):
    at_home = [tile for tile in line if tile in homes]
    return sum(a > b for i, a in enumerate(at_home) for b in at_home[i + 1 :])


def estimate(board, width):
    total = manhattan(board, width)
    for row in range(len(board) // width):
        place = slice(row * width, (row + 1) * width)
        total += 2 * pairs(board[place], range(row * width + 1, (row + 1) * width + 1))
    for col in range(width):
        homes = [tile for tile in range(1, len(board)) if (tile - 1) % width == col]
        total += 2 * pairs(board[col::width], homes)
    return total


main(estimate)
