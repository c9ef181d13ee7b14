// Choosing a goal: one of the usual ones, or a board of one's own in any notation.
import { find, later, make } from "./dom.js";
import * as engine from "./engine.js";
import { nameOf, nameOfGoal, sameShape, textOf, usualGoal } from "./puzzle.js";

const NAMES = {
  last: "1 2 3 …, blank last",
  first: "blank first, 1 2 3 …",
  snail: "snail: round and inwards",
  own: "a board of my own …",
};

// Fills the element `id` with the choice and calls `changed` after each change.
export function makeGoal(id, changed) {
  const select = make("select", { id: `${id}-name` });
  for (const [name, words] of Object.entries(NAMES)) select.append(make("option", { value: name }, words));
  const text = make("textarea", {
    id: `${id}-own`, rows: 2, "aria-label": "Goal, in any notation", placeholder: "1 2 3/8 0 4/7 6 5", hidden: "",
  });
  const trouble = make("p", { class: "trouble", role: "alert", hidden: "" });
  find(id).append(make("label", { class: "field" }, make("span", {}, "Goal"), select), text, trouble);
  let own = null;

  function complain(words) {
    trouble.textContent = words;
    trouble.hidden = words === "";
  }

  async function readOwn() {
    try {
      own = (await engine.read(text.value)).board;
      complain("");
      changed();
    } catch (error) {
      own = null;
      complain(error.message);
    }
  }

  select.onchange = () => {
    text.hidden = select.value !== "own";
    complain("");
    if (select.value !== "own") changed();
    else if (text.value) readOwn();
    else text.focus();
  };
  text.oninput = later(300, readOwn);

  // The goal for a shape; the usual one until a board of one's own fits.
  function board(shape) {
    if (select.value !== "own") return usualGoal(select.value, shape.rows, shape.cols);
    if (own && sameShape(own, shape)) return own;
    complain(own ? `The goal is ${nameOf(own)}, but the board is ${nameOf(shape)}.` : "Write the goal that you want to reach.");
    return usualGoal("last", shape.rows, shape.cols);
  }

  function set(goal) {
    select.value = nameOfGoal(goal) ?? "own";
    own = goal;
    text.value = textOf(goal);
    text.hidden = select.value !== "own";
    complain("");
  }

  return { board, set };
}

// The goal that a link names, for a board of this shape.
export async function goalOfLink(text, shape) {
  if (!text) return usualGoal("last", shape.rows, shape.cols);
  if (Object.hasOwn(NAMES, text)) return usualGoal(text, shape.rows, shape.cols);
  const { board } = await engine.read(text);
  if (!sameShape(board, shape)) throw new Error(`The goal is ${nameOf(board)}, but the board is ${nameOf(shape)}.`);
  return board;
}
