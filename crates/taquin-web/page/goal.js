// Selects a goal: a standard one, or a custom board in any notation.
import { byId, debounce, make } from "./dom.js";
import * as engine from "./engine.js";
import { makeFieldError } from "./field-error.js";
import { boardText, goalName, sameShape, shapeName, standardGoal } from "./puzzle.js";

// `own` is the value of a custom goal.
const GOALS = {
  last: "1 2 3 …, blank last",
  first: "blank first, 1 2 3 …",
  snail: "snail: clockwise spiral",
  own: "custom board…",
};

const shapeMismatch = (goal, shape) => `The goal is ${shapeName(goal)}, but the board is ${shapeName(shape)}.`;

// Adds the controls to the element `id` and calls `onChange` after each change.
export function makeGoalPicker(id, onChange) {
  const select = make("select", { id: `${id}-name` });
  for (const [name, label] of Object.entries(GOALS)) select.append(make("option", { value: name }, label));
  const text = make("textarea", {
    id: `${id}-own`, rows: 2, "aria-label": "Goal, in any notation", placeholder: "1 2 3/8 0 4/7 6 5", hidden: "",
  });
  const error = make("div", { id: `${id}-error`, class: "error", role: "alert", hidden: "" });
  byId(id).append(make("label", { class: "field" }, make("span", {}, "Goal"), select), text, error);
  const fieldError = makeFieldError(text, error);
  let customGoal = null;

  function showError(message) {
    if (message) fieldError.show(message);
    else fieldError.clear();
  }

  async function readCustomGoal() {
    try {
      customGoal = (await engine.read(text.value)).board;
      showError("");
      onChange();
    } catch (error) {
      customGoal = null;
      showError(error.message);
    }
  }

  select.onchange = () => {
    text.hidden = select.value !== "own";
    showError("");
    if (select.value !== "own") onChange();
    else if (text.value) readCustomGoal();
    else text.focus();
  };
  text.oninput = debounce(300, readCustomGoal);

  // The selected goal for a shape; null, and an error, while there is no custom goal of this shape.
  function boardOrNull(shape) {
    if (select.value !== "own") return standardGoal(select.value, shape.rows, shape.cols);
    if (customGoal && sameShape(customGoal, shape)) return customGoal;
    showError(customGoal ? shapeMismatch(customGoal, shape) : "Enter a goal board.");
    return null;
  }

  // The same, or the default goal.
  const board = (shape) => boardOrNull(shape) ?? standardGoal("last", shape.rows, shape.cols);

  function set(goal) {
    select.value = goalName(goal) ?? "own";
    customGoal = goal;
    text.value = boardText(goal);
    text.hidden = select.value !== "own";
    showError("");
  }

  return { board, boardOrNull, set };
}

// Parses the goal in a link, for a board of the given shape.
export async function goalFromLink(text, shape) {
  if (!text) return standardGoal("last", shape.rows, shape.cols);
  if (Object.hasOwn(GOALS, text) && text !== "own") return standardGoal(text, shape.rows, shape.cols);
  const { board } = await engine.read(text);
  if (!sameShape(board, shape)) throw new Error(shapeMismatch(board, shape));
  return board;
}
