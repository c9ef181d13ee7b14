// DOM and browser helpers shared by all views.

export const byId = (id) => document.getElementById(id);

function initialize(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

export const make = (name, attributes = {}, ...children) =>
  initialize(document.createElement(name), attributes, children);

export const makeSvg = (name, attributes = {}, ...children) =>
  initialize(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);

export function makeButton(content, onClick, attributes = {}) {
  const element = make("button", { type: "button", ...attributes }, content);
  element.onclick = onClick;
  return element;
}

export const formatNumber = (value) => value.toLocaleString("en");
export const pluralize = (count, noun) => `${formatNumber(count)} ${noun}${count === 1 ? "" : "s"}`;

// Announces a text to screen readers.
export const announce = (text) => { byId("live").textContent = text; };

// Delays calls until none has arrived for the given time, then makes only the last one; `cancel` drops it.
export function debounce(milliseconds, callback) {
  let timer = null;
  const cancel = () => clearTimeout(timer);
  const call = (...args) => {
    cancel();
    timer = setTimeout(() => callback(...args), milliseconds);
  };
  return Object.assign(call, { cancel });
}

// Whether an element handles a key itself, so that a page-wide shortcut must not.
export const handlesKey = (element, key) =>
  element.matches(key === " " ? "button, select, input, textarea, summary, a" : "select, textarea, input:not([type=checkbox], [type=file])");

// Copies a text and briefly confirms it on the button.
export async function copyToClipboard(text, button, confirmation = "Copied") {
  const label = button.dataset.label ??= button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = confirmation;
    announce(confirmation);
  } catch {
    prompt("Copy this text:", text);
  }
  setTimeout(() => { button.textContent = label; }, 2000);
}

// Settings persist in local storage if the browser allows it.
export function loadSetting(name, fallback) {
  try { return localStorage.getItem(`taquin.${name}`) ?? fallback; } catch { return fallback; }
}

export function saveSetting(name, value) {
  try { localStorage.setItem(`taquin.${name}`, value); } catch { /* Storage is blocked, for example in a private window. */ }
}
