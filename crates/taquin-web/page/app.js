// Shows the view named by the URL fragment, and loads each view when it is first opened.
import { byId } from "./dom.js";
import { parseFragment } from "./link.js";
import { startTheme } from "./theme.js";

const VIEWS = {
  play: () => import("./play.js"),
  solve: () => import("./solve.js"),
  trace: () => import("./trace.js"),
  explore: () => import("./explore.js"),
  learn: () => import("./learn.js"),
};
// Names that views had in earlier links.
const EARLIER_NAMES = { microscope: "trace" };
// A promise for each view that has been opened.
const loaded = {};

async function showView({ isPageLoad }) {
  const route = parseFragment(location.hash);
  const name = EARLIER_NAMES[route.view] ?? route.view;
  const view = Object.hasOwn(VIEWS, name) ? name : "play";
  for (const name of Object.keys(VIEWS)) {
    byId(`view-${name}`).hidden = name !== view;
    const link = document.querySelector(`nav a[href="#${name}"]`);
    if (name === view) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const title = byId(`${view}-title`);
  document.title = `${title.textContent} · taquin`;
  document.documentElement.classList.remove("lecture");
  // Moving the focus makes screen readers announce the new view.
  if (!isPageLoad) title.focus({ preventScroll: true });
  const isNew = !(view in loaded);
  loaded[view] ??= VIEWS[view]().then((module) => module.start());
  const { open, resume } = await loaded[view];
  if (isNew || Object.keys(route.parameters).length > 0) await open(route.parameters);
  else resume?.();
}

startTheme();
addEventListener("hashchange", () => showView({ isPageLoad: false }));
showView({ isPageLoad: true });
