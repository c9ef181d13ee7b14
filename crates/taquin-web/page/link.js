// Encodes the state of a view in the URL fragment: `#solve?board=8+1+3/4+0+2/7+6+5&goal=snail`.
import { copyToClipboard } from "./dom.js";
import { boardText, goalName } from "./puzzle.js";

// Longer move sequences are left out of links.
export const MAX_LINK_MOVES = 500;

// Spaces become plus signs and slashes stay, so that boards in links are readable.
const encode = (value) => encodeURIComponent(value).replaceAll("%20", "+").replaceAll("%2F", "/");

// Omits parameters that are undefined, null or empty.
const queryString = (parameters) =>
  Object.entries(parameters)
    .filter(([, value]) => value !== undefined && value !== null && value !== "")
    .map(([key, value]) => `${key}=${encode(value)}`)
    .join("&");

export const boardParameters = (board, goal) => ({
  board: boardText(board),
  goal: goalName(goal) === "last" ? undefined : goalName(goal) ?? boardText(goal),
});

export const fragment = (view, parameters) => {
  const query = queryString(parameters);
  return query ? `#${view}?${query}` : `#${view}`;
};

export function parseFragment(hash) {
  const [view, query = ""] = hash.replace(/^#/, "").split("?");
  return { view, parameters: Object.fromEntries(new URLSearchParams(query)) };
}

// Updates the address bar if the view is the current one.
export function updateAddress(view, parameters) {
  if (document.getElementById(`view-${view}`)?.hidden) return;
  history.replaceState(null, "", fragment(view, parameters));
}

// Whether links to this page work only on this computer.
const isLocal = () => location.protocol === "file:" || /^(localhost|127\.|\[::1\])/.test(location.hostname);

// The address under which others reach this page, if it is known.
const publicUrl = () => document.querySelector("meta[name=taquin-url]")?.content;

// Copies the address of a view.
export const copyLink = (path, button) =>
  copyToClipboard(new URL(path, publicUrl() || location.href).href, button, isLocal() && !publicUrl() ? "Copied (works on this computer only)" : "Copied");
