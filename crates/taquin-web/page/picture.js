// A picture of the player's own on the tiles. It is cut in the browser and never leaves it.
import { find } from "./dom.js";

const LARGEST_SIDE = 1200;

export function makePicture(view, changed) {
  let bitmap = null, address = null, goal = null;

  async function take() {
    const [file] = find("play-picture").files;
    if (!file) return;
    try {
      bitmap = await createImageBitmap(file);
    } catch {
      find("play-word").textContent = "This file is no picture that the browser can show.";
      return;
    }
    await cut();
  }

  // The middle of the picture, in the proportions of the board.
  async function cut() {
    const { rows, cols } = goal;
    const cell = Math.min(bitmap.width / cols, bitmap.height / rows);
    const shrink = Math.min(1, LARGEST_SIDE / (cell * Math.max(rows, cols)));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(cell * cols * shrink));
    canvas.height = Math.max(1, Math.round(cell * rows * shrink));
    const left = (bitmap.width - cell * cols) / 2, top = (bitmap.height - cell * rows) / 2;
    canvas.getContext("2d").drawImage(bitmap, left, top, cell * cols, cell * rows, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise((done) => canvas.toBlob(done));
    forget();
    address = URL.createObjectURL(blob);
    find("play-unpaint").hidden = false;
    changed();
  }

  function forget() {
    if (address) URL.revokeObjectURL(address);
    address = null;
  }

  find("play-picture").onchange = take;
  find("play-unpaint").onclick = () => {
    forget();
    bitmap = null;
    find("play-picture").value = "";
    find("play-unpaint").hidden = true;
    changed();
  };
  find("play-numbers").onchange = () => changed();

  return {
    // The picture has to be cut anew for another shape.
    fit(aim) {
      const is_cut = goal && goal.rows === aim.rows && goal.cols === aim.cols;
      goal = aim;
      if (bitmap && !is_cut) cut();
    },
    paint() {
      view.paint(address, goal);
      view.tray.classList.toggle("bare", !find("play-numbers").checked);
    },
  };
}
