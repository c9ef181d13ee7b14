// Edits a board cell by cell. Typing a number swaps it with the tile in the cell, so the board is always valid.
import { announce, byId, make } from "./dom.js";
import { MAX_SIDE, rowsOf, standardGoal } from "./puzzle.js";

export function makeBoardEditor(onChange) {
  const rows = byId("solve-rows"), cols = byId("solve-cols"), container = byId("solve-cells");
  for (const select of [rows, cols]) {
    for (let count = 1; count <= MAX_SIDE; count++) select.append(new Option(count, count));
    select.onchange = () => {
      const board = standardGoal("last", Number(rows.value), Number(cols.value));
      show(board);
      onChange(board);
    };
  }

  function show(board) {
    rows.value = board.rows;
    cols.value = board.cols;
    const inputs = board.tiles.map((tile, cell) => makeInput(board, tile, cell));
    const tableRows = rowsOf({ ...board, tiles: inputs }).map((row) => make("tr", {}, ...row.map((input) => make("td", {}, input))));
    container.replaceChildren(make("table", { class: "cells", "aria-label": "Tiles" }, make("tbody", {}, ...tableRows)));
  }

  function makeInput(board, tile, cell) {
    const label = `row ${Math.floor(cell / board.cols) + 1}, column ${(cell % board.cols) + 1}`;
    const input = make("input", { inputmode: "numeric", "aria-label": label, "aria-describedby": "solve-hand-how", value: tile });
    input.onfocus = () => input.select();
    input.onchange = () => {
      const newTile = input.value.trim() === "" ? 0 : Number(input.value);
      const otherCell = board.tiles.indexOf(newTile);
      if (otherCell < 0) {
        announce(`This board has no tile ${input.value}`);
        input.value = tile;
        return;
      }
      const tiles = board.tiles.slice();
      [tiles[cell], tiles[otherCell]] = [tiles[otherCell], tiles[cell]];
      const newBoard = { ...board, tiles };
      // By now another cell may have the focus; `show` replaces it, so restore the focus.
      const focused = [...container.querySelectorAll("input")].indexOf(document.activeElement);
      show(newBoard);
      container.querySelectorAll("input")[focused]?.focus();
      onChange(newBoard);
    };
    return input;
  }

  return { show };
}
