// Linear conflicts: two tiles in their goal row (or column) in the wrong order. One has to leave the line, two extra moves.

// The tiles that conflict with another one.
export function conflictingTiles(board, goal) {
  const home = new Map(goal.tiles.map((tile, cell) => [tile, cell]));
  const tiles = new Set();
  for (const line of lines(board)) {
    // Tiles whose goal is in this line.
    const here = line.filter((cell) => board.tiles[cell] > 0 && line.includes(home.get(board.tiles[cell])));
    here.forEach((cell, index) => {
      for (const later of here.slice(index + 1)) {
        if (home.get(board.tiles[cell]) < home.get(board.tiles[later])) continue;
        tiles.add(board.tiles[cell]);
        tiles.add(board.tiles[later]);
      }
    });
  }
  return tiles;
}

// The cells of each row and each column.
export function lines({ rows, cols }) {
  const row = (index) => Array.from({ length: cols }, (_, col) => index * cols + col);
  const column = (index) => Array.from({ length: rows }, (_, line) => line * cols + index);
  return [...Array.from({ length: rows }, (_, index) => row(index)), ...Array.from({ length: cols }, (_, index) => column(index))];
}
