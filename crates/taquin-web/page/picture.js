// Shows a user-supplied picture on the tiles. The picture is cropped in the browser and never uploaded.
import { byId } from "./dom.js";

// The longest side of the cropped picture, in pixels.
const MAX_PIXELS = 1200;

export function makePicture(view, onChange) {
  let bitmap = null, objectUrl = null, goal = null;

  async function loadFile() {
    const [file] = byId("play-picture").files;
    if (!file) return;
    try {
      bitmap = await createImageBitmap(file);
    } catch {
      byId("play-word").textContent = "The browser cannot read this file as an image.";
      return;
    }
    await crop();
  }

  // Keeps the centre of the picture, in the proportions of the board.
  async function crop() {
    const { rows, cols } = goal;
    const cell = Math.min(bitmap.width / cols, bitmap.height / rows);
    const scale = Math.min(1, MAX_PIXELS / (cell * Math.max(rows, cols)));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(cell * cols * scale));
    canvas.height = Math.max(1, Math.round(cell * rows * scale));
    const left = (bitmap.width - cell * cols) / 2, top = (bitmap.height - cell * rows) / 2;
    canvas.getContext("2d").drawImage(bitmap, left, top, cell * cols, cell * rows, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise((resolve) => canvas.toBlob(resolve));
    revokeUrl();
    objectUrl = URL.createObjectURL(blob);
    byId("play-unpaint").hidden = false;
    onChange();
  }

  function revokeUrl() {
    if (objectUrl) URL.revokeObjectURL(objectUrl);
    objectUrl = null;
  }

  byId("play-picture").onchange = loadFile;
  byId("play-unpaint").onclick = () => {
    revokeUrl();
    bitmap = null;
    byId("play-picture").value = "";
    byId("play-unpaint").hidden = true;
    onChange();
  };
  byId("play-numbers").onchange = () => onChange();

  return {
    // Crops the picture again if the shape has changed.
    setGoal(newGoal) {
      const isSameShape = goal && goal.rows === newGoal.rows && goal.cols === newGoal.cols;
      goal = newGoal;
      if (bitmap && !isSameShape) crop();
    },
    draw() {
      view.setPicture(objectUrl, goal);
      view.tray.classList.toggle("no-numbers", !byId("play-numbers").checked);
    },
  };
}
