// The exam: one question after the other against the room's clock; nothing is judged before the end.
import { ask, h } from "./base.js";
import { Asked } from "./question.js";
import { _, word } from "./words.js";

const part = (id) => document.getElementById(id);
const token = part("exam").dataset.token;
const path = `/api/academy/exam/${token}`;
let asked = null;
let until = null;

const away = () => location.assign(`/academy/certificate/${token}`);

function show(state, focus = true) {
  if (state.over) return away();
  until = Date.now() + state.seconds * 1000;
  asked = new Asked(state.question, `${path}/${state.number}/hand`, (answer) => take(state.number, answer));
  part("number").textContent = _("%(num)s of %(count)s", { num: state.number, count: state.of });
  part("verdict").replaceChildren();
  part("question").replaceChildren(h("p", { class: "kind-name" }, word(state.kind)), asked.element);
  scrollTo({ top: 0 });
  tick();
  if (focus) asked.focus();
}

async function take(number, answer) {
  const mine = asked;
  try {
    show(await ask(`${path}/${number}/answer`, { answer }));
  } catch (fault) {
    mine.open();
    part("verdict").replaceChildren(
      h("p", { class: "fault", role: "alert" }, fault.message),
      h("button", { type: "button", "data-key": "look-again", click: () => load(true) }, _("Where the exam is now")),
    );
  }
}

async function load(focus) {
  try {
    show(await ask(path), focus);
  } catch (fault) {
    part("verdict").replaceChildren(
      h("p", { class: "fault", role: "alert" }, fault.message),
      h("button", { type: "button", class: "go", click: () => load(true) }, _("Try again")),
    );
  }
}

function tick() {
  if (until === null) return;
  const left = Math.max(0, Math.ceil((until - Date.now()) / 1000));
  part("left").textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  part("left").classList.toggle("soon", left < 60);
  if (left === 0) {
    until = null;
    load(false);
  }
}

let sure = false;
part("finish").addEventListener("click", async () => {
  if (!sure) {
    sure = true;
    part("finish").textContent = _("End it: what is not answered is not right");
    return;
  }
  try {
    await ask(`${path}/finish`, {});
    away();
  } catch (fault) {
    part("verdict").replaceChildren(h("p", { class: "fault", role: "alert" }, fault.message));
  }
});
document.addEventListener("keydown", (event) => asked?.key(event));
setInterval(tick, 250);
load(false);
