// Shows the view that the address names, and starts it when it is first seen.
import { find, keep, recall } from "./dom.js";
import { parse } from "./link.js";

const VIEWS = {
  play: () => import("./play.js"),
  solve: () => import("./solve.js"),
  microscope: () => import("./microscope.js"),
  explore: () => import("./explore.js"),
};
const started = {};

async function show(first) {
  const asked = parse(location.hash);
  const view = Object.hasOwn(VIEWS, asked.view) ? asked.view : "play";
  for (const name of Object.keys(VIEWS)) {
    find(name).hidden = name !== view;
    const link = document.querySelector(`nav a[href="#${name}"]`);
    if (name === view) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const title = find(`${view}-title`);
  document.title = `${title.textContent} · taquin`;
  // People who hear the page are told where they are now.
  if (!first) title.focus({ preventScroll: true });
  const is_new = !(view in started);
  started[view] ??= VIEWS[view]().then((module) => module.start());
  const opened = await started[view];
  if (is_new || Object.keys(asked.parameters).length > 0) await opened.open(asked.parameters);
  else opened.again?.();
}

function dress(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}

find("theme").value = recall("theme", "");
dress(find("theme").value);
find("theme").onchange = (event) => {
  keep("theme", event.target.value);
  dress(event.target.value);
};
addEventListener("hashchange", () => show(false));
show(true);
