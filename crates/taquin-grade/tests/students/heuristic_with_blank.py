"""Manhattan distance that counts the blank."""

from heuristic import main, manhattan, steps


def estimate(board, width):
    return manhattan(board, width) + steps(board.index(0), len(board) - 1, width)


main(estimate)
