// The error of a text field: one sentence below the field, and the line of the text with the offending part marked.
import { make } from "./dom.js";

// The solver's messages name the field and the place: `text: line 1, column 17: tile 7 appears twice`.
const PLACE = /^(?:[a-z_]+: )?line (\d+), column (\d+): /;
const FIELD = /^[a-z_]+: /;
// What may end a tile in any notation.
const PART = /[^\s/,[\]]+/y;

const capitalize = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// The first error as one sentence, and where it is, if it names a place. Lines and columns count from 1.
export function firstError(message, text) {
  const [first, ...others] = message.split("\n");
  const place = PLACE.exec(first);
  const isOneLine = !text.trim().includes("\n");
  let sentence = first.replace(PLACE, "").replace(FIELD, "");
  if (isOneLine) sentence = sentence.replace(/line 1, column/g, "column");
  // The API names its field `shape`; here the text can mark its rows.
  if (others.some((other) => other.startsWith("shape:"))) sentence += "; separate the rows with slashes, as in 1 2 3/4 5 0";
  if (!/[.?!]$/.test(sentence)) sentence += ".";
  return { sentence: capitalize(sentence), line: place && Number(place[1]), column: place && Number(place[2]) };
}

// The line of the text at a place, with the part that begins there marked; null if nothing is there.
function markedLine(text, line, column) {
  const content = text.split("\n")[line - 1] ?? "";
  PART.lastIndex = column - 1;
  const part = PART.exec(content)?.[0];
  if (!part || part.length === content.trim().length) return null;
  return make("code", { class: "marked" },
    content.slice(0, column - 1), make("mark", {}, part), content.slice(column - 1 + part.length));
}

// Shows errors of `field` in the element `container`.
export function makeFieldError(field, container) {
  function clear() {
    container.hidden = true;
    container.replaceChildren();
    field.removeAttribute("aria-invalid");
  }

  function show(message) {
    const { sentence, line, column } = firstError(message, field.value);
    const marked = line ? markedLine(field.value, line, column) : null;
    container.replaceChildren(...[make("span", {}, sentence), marked].filter(Boolean));
    container.hidden = false;
    field.setAttribute("aria-invalid", "true");
  }

  field.setAttribute("aria-describedby", [field.getAttribute("aria-describedby"), container.id].filter(Boolean).join(" "));
  return { show, clear };
}
