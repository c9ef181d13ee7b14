// What every view needs of the browser: elements, words and numbers.

export const find = (id) => document.getElementById(id);

function fill(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

export const make = (name, attributes = {}, ...children) =>
  fill(document.createElement(name), attributes, children);

export const svg = (name, attributes = {}, ...children) =>
  fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);

export function button(words, click, attributes = {}) {
  const element = make("button", { type: "button", ...attributes }, words);
  element.onclick = click;
  return element;
}

export const number = (value) => value.toLocaleString("en");
export const many = (count, what) => `${number(count)} ${what}${count === 1 ? "" : "s"}`;

// Says something to people who cannot see the page.
export const say = (words) => { find("live").textContent = words; };

// Calls the function once, when nothing has happened for a while.
export function later(milliseconds, call) {
  let timer = null;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => call(...given), milliseconds);
  };
}

// Whether an element has keys of its own, so that ours would be in the way.
export const takesKeys = (element, key) =>
  element.matches(key === " " ? "button, select, input, textarea, summary, a" : "select, textarea, input:not([type=checkbox], [type=file])");

// Shows for a moment on the button itself that its text is now in the clipboard.
export async function copy(text, from) {
  const words = from.textContent;
  try {
    await navigator.clipboard.writeText(text);
    from.textContent = "Copied";
    say("Copied");
  } catch {
    prompt("Copy this:", text);
  }
  setTimeout(() => { from.textContent = words; }, 1500);
}

// Settings outlive a visit where the browser allows it.
export function recall(name, otherwise) {
  try { return localStorage.getItem(`taquin.${name}`) ?? otherwise; } catch { return otherwise; }
}

export function keep(name, value) {
  try { localStorage.setItem(`taquin.${name}`, value); } catch { /* a private window: it is forgotten */ }
}
