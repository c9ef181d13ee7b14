"""A slow, plain solver of sliding-tile puzzles, written apart from taquin to be compared with it.

Reads one JSON object per line: {"rows": 3, "cols": 3, "start": [...], "goal": [...], "metric": "stm"}. Cells are any labels, "0" is
the blank, labels may repeat. Prints the length of a shortest solution per line, or null if there is none. It searches level by
level from both ends, with boards as tuples in sets, and knows no rule about parity.
"""

import json
import sys


def slides(board, rows, cols, metric):
    """The boards one move away: one tile, or in "mtm" any number of tiles of a line."""
    blank = board.index("0")
    row, col = divmod(blank, cols)
    for down, right in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        moved, hole, r, c = list(board), blank, row + down, col + right
        while 0 <= r < rows and 0 <= c < cols:
            cell = r * cols + c
            moved[hole], moved[cell] = moved[cell], "0"
            yield tuple(moved)
            if metric == "stm":
                break
            hole, r, c = cell, r + down, c + right


def level(frontier, seen, puzzle):
    """The boards next to the frontier that were not seen."""
    rows, cols, metric = puzzle
    new = set()
    for board in frontier:
        new.update(slides(board, rows, cols, metric))
    new -= seen
    seen |= new
    return new


def length(start, goal, puzzle):
    """The number of moves from start to goal; None if there is no way."""
    if start == goal:
        return 0
    sides = [({start}, {start}), ({goal}, {goal})]
    moves = 0
    while all(frontier for frontier, _ in sides):
        # The smaller frontier goes on.
        sides.sort(key=lambda side: len(side[0]))
        frontier, seen = sides[0]
        sides[0] = (level(frontier, seen, puzzle), seen)
        moves += 1
        if sides[0][0] & sides[1][1]:
            return moves
    return None


for line in sys.stdin:
    given = json.loads(line)
    start, goal = (tuple(map(str, given[name])) for name in ("start", "goal"))
    print(json.dumps(length(start, goal, (given["rows"], given["cols"], given["metric"]))), flush=True)
