"""Rows are those of the tile, columns those of the blank."""

from letters import Letters


class Wrong(Letters):
    names = {-1: "l", 1: "r"}


Wrong().main()
