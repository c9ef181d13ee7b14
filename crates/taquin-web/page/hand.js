// Setting tiles by hand: a table of numbers. A number that is written into a cell comes from where it was, and what
// was in the cell goes there, so that it is a board at any time.
import { find, make, say } from "./dom.js";
import { LARGEST, rowsOf, usualGoal } from "./puzzle.js";

export function makeHand(changed) {
  const rows = find("solve-rows"), cols = find("solve-cols"), place = find("solve-cells");
  for (const select of [rows, cols]) {
    for (let count = 1; count <= LARGEST; count++) select.append(new Option(count, count));
    select.onchange = () => {
      const board = usualGoal("last", Number(rows.value), Number(cols.value));
      show(board);
      changed(board);
    };
  }

  function show(board) {
    rows.value = board.rows;
    cols.value = board.cols;
    const cells = board.tiles.map((tile, cell) => field(board, tile, cell));
    const lines = rowsOf({ ...board, tiles: cells }).map((line) => make("tr", {}, ...line.map((cell) => make("td", {}, cell))));
    place.replaceChildren(make("table", { class: "cells", "aria-label": "Tiles" }, make("tbody", {}, ...lines)));
  }

  function field(board, tile, cell) {
    const words = `row ${Math.floor(cell / board.cols) + 1}, column ${(cell % board.cols) + 1}`;
    const input = make("input", { inputmode: "numeric", "aria-label": words, "aria-describedby": "solve-hand-how", value: tile });
    input.onfocus = () => input.select();
    input.onchange = () => {
      const wanted = input.value.trim() === "" ? 0 : Number(input.value);
      const other = board.tiles.indexOf(wanted);
      if (other < 0) {
        say(`There is no tile ${input.value} on this board`);
        input.value = tile;
        return;
      }
      const tiles = board.tiles.slice();
      [tiles[cell], tiles[other]] = [tiles[other], tiles[cell]];
      const next = { ...board, tiles };
      // The focus has gone on to another cell by now, and stays there.
      const focused = [...place.querySelectorAll("input")].indexOf(document.activeElement);
      show(next);
      place.querySelectorAll("input")[focused]?.focus();
      changed(next);
    };
    return input;
  }

  return { show };
}
