// Shows the view named by the URL fragment, and loads each view when it is first opened.
import { byId, loadSetting, saveSetting } from "./dom.js";
import { parseFragment } from "./link.js";

const VIEWS = {
  play: () => import("./play.js"),
  solve: () => import("./solve.js"),
  microscope: () => import("./microscope.js"),
  explore: () => import("./explore.js"),
};
// A promise for each view that has been opened.
const loaded = {};

async function showView({ isPageLoad }) {
  const route = parseFragment(location.hash);
  const view = Object.hasOwn(VIEWS, route.view) ? route.view : "play";
  for (const name of Object.keys(VIEWS)) {
    byId(name).hidden = name !== view;
    const link = document.querySelector(`nav a[href="#${name}"]`);
    if (name === view) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const title = byId(`${view}-title`);
  document.title = `${title.textContent} · taquin`;
  // Moving the focus makes screen readers announce the new view.
  if (!isPageLoad) title.focus({ preventScroll: true });
  const isNew = !(view in loaded);
  loaded[view] ??= VIEWS[view]().then((module) => module.start());
  const { open, resume } = await loaded[view];
  if (isNew || Object.keys(route.parameters).length > 0) await open(route.parameters);
  else resume?.();
}

function applyTheme(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}

byId("theme").value = loadSetting("theme", "");
applyTheme(byId("theme").value);
byId("theme").onchange = (event) => {
  saveSetting("theme", event.target.value);
  applyTheme(event.target.value);
};
addEventListener("hashchange", () => showView({ isPageLoad: false }));
showView({ isPageLoad: true });
