// The theme that the user selects at the top of the page.
import { byId, loadSetting, saveSetting } from "./dom.js";

function applyTheme(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  for (const player of document.querySelectorAll("taquin-player")) {
    if (theme) player.setAttribute("theme", theme);
    else player.removeAttribute("theme");
  }
}

export function startTheme() {
  const select = byId("theme");
  select.value = loadSetting("theme", "");
  applyTheme(select.value);
  select.onchange = () => {
    saveSetting("theme", select.value);
    applyTheme(select.value);
  };
}
