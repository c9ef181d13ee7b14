"""Two more moves for every pair of tiles in conflict, although one tile may leave the line for several pairs."""

from heuristic import main, manhattan


def estimate(board, width):
    total = manhattan(board, width)
    for row in range(len(board) // width):
        line = board[row * width : (row + 1) * width]
        at_home = [tile for tile in line if tile and (tile - 1) // width == row]
        total += 2 * sum(a > b for i, a in enumerate(at_home) for b in at_home[i + 1 :])
    return total


main(estimate)
