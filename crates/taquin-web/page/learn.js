// The Learn view: a guided tour of six scenes, prose and diagrams, each with its own link.
import { byId, make } from "./dom.js";
import { fragment, updateAddress } from "./link.js";
import { SCENES } from "./scenes.js";

let current = 0, generation = 0;

// Shows a scene. Its diagrams are told when another scene replaces it.
function show(index) {
  current = Math.max(0, Math.min(SCENES.length - 1, index));
  const isCurrent = ((own) => () => own === generation)(++generation);
  const { title, paragraphs, links, guide } = SCENES[current];
  byId("learn-scene-title").textContent = `${current + 1}. ${title}`;
  const parts = paragraphs.map((part) => (typeof part === "string" ? make("p", {}, part) : diagram(part, isCurrent)));
  byId("learn-scene").replaceChildren(...parts, make("p", { class: "links" }, ...links.map(sceneLink), make("a", { href: guide.page }, guide.text)));
  byId("learn-list").querySelectorAll("a").forEach((link, place) =>
    place === current ? link.setAttribute("aria-current", "page") : link.removeAttribute("aria-current"));
  byId("learn-back").disabled = current === 0;
  byId("learn-next").disabled = current === SCENES.length - 1;
  updateAddress("learn", { scene: current + 1 });
}

// A diagram draws itself into an element, now or when its answers arrive.
function diagram(draw, isCurrent) {
  const element = make("div", { class: "diagram" });
  Promise.resolve(draw(element, isCurrent)).catch((error) => {
    if (isCurrent()) element.append(make("p", { class: "error" }, error.message));
  });
  return element;
}

const sceneLink = ({ text, view, parameters }) => make("a", { href: fragment(view, parameters) }, text);

function step(offset) {
  show(current + offset);
  byId("learn-scene-title").focus();
}

export function start() {
  byId("learn-list").append(...SCENES.map(({ title }, index) => make("li", {}, make("a", { href: `#learn?scene=${index + 1}` }, title))));
  byId("learn-back").onclick = () => step(-1);
  byId("learn-next").onclick = () => step(1);
  return { open: ({ scene = "1" }) => show(Number(scene) - 1 || 0), resume: () => updateAddress("learn", { scene: current + 1 }) };
}
