// What is shown, as a link: `#solve?board=8+1+3/4+0+2/7+6+5&goal=snail`. A link opened anew shows the same view.
import { nameOfGoal, textOf } from "./puzzle.js";

// Longer solutions are left out of links; they can be found again.
export const LONGEST = 500;

// Spaces become plus signs, and slashes stay, so that people can read a board in a link.
const written = (value) => encodeURIComponent(value).replaceAll("%20", "+").replaceAll("%2F", "/");

// Parameters that are not there, or empty, are left out.
export const query = (parameters) =>
  Object.entries(parameters)
    .filter(([, value]) => value !== undefined && value !== null && value !== "")
    .map(([key, value]) => `${key}=${written(value)}`)
    .join("&");

export const boardParameters = (board, goal) => ({
  board: textOf(board),
  goal: nameOfGoal(goal) === "last" ? undefined : nameOfGoal(goal) ?? textOf(goal),
});

export const fragment = (view, parameters) => {
  const text = query(parameters);
  return text ? `#${view}?${text}` : `#${view}`;
};

export function parse(hash) {
  const [view, text = ""] = hash.replace(/^#/, "").split("?");
  return { view, parameters: Object.fromEntries(new URLSearchParams(text)) };
}

// Puts the link into the address bar, if its view is the one that is shown.
export function remember(view, parameters) {
  if (parse(location.hash).view !== view && location.hash !== "") return;
  history.replaceState(null, "", fragment(view, parameters));
}
