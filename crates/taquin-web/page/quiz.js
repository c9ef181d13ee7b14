// A quiz over a traced search: which board is expanded next?
import { boardThumbnail } from "./board.js";
import { announce, make, makeButton } from "./dom.js";
import { describeValue, narrate } from "./narrate.js";
import { SORT_KEYS } from "./timeline.js";

const MAX_CHOICES = 6;

// `panel()` returns the panel whose search is asked about, `goTo` shows a step. `onToggle(isOn)` hides what would tell.
export function makeQuiz(root, { panel, step, goTo, onToggle }) {
  let isOn = false, right = 0, asked = 0, wrong = false;
  const question = make("p"), choices = make("div", { class: "choices" }), verdict = make("p", { role: "status" });
  const box = make("div", { class: "quiz", hidden: "" }, question, choices, verdict);
  const toggle = makeButton("Quiz: predict the next board", () => set(!isOn));
  root.append(toggle, box);

  function set(value) {
    isOn = value;
    [right, asked] = [0, 0];
    toggle.textContent = isOn ? "End the quiz" : "Quiz: predict the next board";
    box.hidden = !isOn;
    verdict.textContent = "";
    onToggle(isOn);
    if (isOn) ask();
  }

  // Asks about the step after the one that is shown.
  function ask() {
    if (!isOn) return;
    const search = panel().search(), next = search.steps[step() + 1];
    wrong = false;
    if (!next?.queue) {
      question.textContent = next ? "IDA* has no open list to choose from. Select another algorithm on the left." : "The search is over.";
      choices.replaceChildren();
      return;
    }
    const key = SORT_KEYS[search.algorithm] ?? "f";
    question.textContent = `Step ${step() + 2}: which of these open boards does the left search expand next? It takes the smallest ${key}.`;
    // The best and the worst of the open list, in an order that tells nothing.
    const { queue } = next;
    const offered = queue.length > MAX_CHOICES ? [...queue.slice(0, MAX_CHOICES / 2), ...queue.slice(-MAX_CHOICES / 2)] : queue.slice();
    const nodes = offered.sort((a, b) => search.nodes[a].board.join() < search.nodes[b].board.join() ? -1 : 1);
    choices.replaceChildren(...nodes.map((node) => choice(search, node, next.selected)));
  }

  function choice(search, node, answer) {
    const { board, depth, estimate } = search.nodes[node];
    const button = makeButton(boardThumbnail({ ...search, tiles: board }), () => check(search, node, answer));
    button.append(make("span", {}, `g ${depth}, h ${estimate}`));
    return button;
  }

  function check(search, node, answer) {
    if (!wrong) asked++;
    if (search.nodes[node].priority !== search.nodes[answer].priority) {
      wrong = true;
      tell(`Not this one: it has ${describeValue(search, search.nodes[node])}, and another has ${describeValue(search, search.nodes[answer])}.`);
      return;
    }
    if (!wrong) right++;
    const next = step() + 1, tie = node === answer ? "" : " Its value is smallest too; this search breaks the tie otherwise.";
    goTo(next);
    tell(`Right (${right} of ${asked}).${tie} ${narrate(search, next)}`);
    ask();
    choices.querySelector("button")?.focus();
  }

  function tell(text) {
    verdict.textContent = text;
    announce(text);
  }

  return { ask };
}
