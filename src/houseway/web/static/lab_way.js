// The workshop of house ways: lines are moved, or left out, and the edge follows at once. What each line may do with
// every group of hands was counted once; here the first line that fires takes a group, and whole numbers are summed.
import { ask, h, percent } from "./base.js";
import { _ } from "./words.js";

const PAUSE = 300;
const BEGINS = /^\s*\[\[\s*line\s*\]\]\s*(#.*)?$/;
const place = document.getElementById("lines");
const text = document.getElementById("text");
const rows = document.querySelector("#moved tbody");
const shown = Object.fromEntries(
  ["edge", "exactly", "by", "state", "moved"].map((id) => [id, document.getElementById(id)]),
);

let bench = null;
let head = "";
let lines = [];
let counted = null;

/** The text before the first line, and the text of each; what stands above a line goes with it. */
export function parted(whole) {
  const all = whole.split("\n");
  const starts = [];
  all.forEach((line, at) => {
    if (!BEGINS.test(line)) return;
    let from = at;
    while (from > (starts.at(-1) ?? -1) + 1 && /^\s*(#.*)?$/.test(all[from - 1])) from -= 1;
    starts.push(from);
  });
  const parts = starts.map((from, at) => all.slice(from, starts[at + 1]).join("\n").trim());
  return [all.slice(0, starts[0] ?? all.length).join("\n").trimEnd(), parts];
}

/** What the house earns, in parts, by the first of these lines that fires for each group; and the hands of each. */
export function earned(told, columns) {
  const taken = new Uint8Array(told.hands.length);
  const hands = [];
  let sum = 0n;
  for (const column of columns) {
    let own = 0;
    told.lines[column].groups.forEach((group, at) => {
      if (taken[group]) return;
      taken[group] = 1;
      own += told.hands[group];
      sum += told.lines[column].earned[at];
    });
    hands.push(own);
  }
  return [sum, hands];
}

/** The edge as a whole fraction in its lowest terms. */
export function edgeOf(told, sum) {
  const [top, under] = told.fixed;
  const [numerator, denominator] = [top * told.unit + sum * under, under * told.unit * told.deals];
  const common = divisor(numerator < 0n ? -numerator : numerator, denominator);
  return [numerator / common, denominator / common];
}

function divisor(one, other) {
  while (other) [one, other] = [other, one % other];
  return one;
}

const share = ([numerator, denominator]) => Number(numerator * 10n ** 16n / denominator) / 1e14;
/** With its sign; what four digits would round to nothing has seven. */
function signed(value) {
  const size = Math.abs(value);
  return `${value >= 0 ? "+" : "−"}${size.toFixed(size > 0 && size < 0.00005 ? 7 : 4)} %`;
}

const inForce = () => lines.filter((line) => line.on).map((line) => line.column);

/** Say the edge of the lines as they stand, and of each what it is worth where it stands. */
function tell() {
  const [sum, hands] = earned(bench, inForce());
  const edge = edgeOf(bench, sum);
  const every = bench.hands.reduce((one, other) => one + other);
  shown.edge.textContent = percent(share(edge), 4);
  shown.exactly.textContent = `${edge[0]}/${edge[1]}`;
  shown.by.textContent = edge[0] * counted[1] === counted[0] * edge[1] ? "" : signed(share(edge) - share(counted));
  let fires = 0;
  lines.forEach((line, at) => {
    const others = lines.filter((each) => each.on ? each !== line : each === line).map((each) => each.column);
    const other = at < lines.length - 1 ? earned(bench, others)[0] : sum;
    const worth = line.on ? sum - other : other - sum;
    const often = line.on ? 100 * hands[fires++] / every : 0;
    const cells = line.row.cells;
    cells[3].textContent = line.on ? `${often.toFixed(4)} %` : "";
    cells[4].textContent = at < lines.length - 1 ? signed(share([worth, bench.unit * bench.deals])) : "";
    line.row.classList.toggle("off", !line.on);
    line.row.classList.toggle("costs", worth < 0n);
    if (line.at !== null) line.at.value = at + 1;
  });
}

/** The way as text again: a line that is left out becomes a comment. */
function write() {
  const parts = lines.map((line) => line.on ? line.text : line.text.replace(/^(?!#)/gm, "# "));
  text.value = `${[head, ...parts].join("\n\n")}\n`;
}

function move(line, to) {
  const from = lines.indexOf(line);
  const at = Math.max(0, Math.min(lines.length - 2, to));
  if (Number.isNaN(at) || at === from) return tell();
  const held = document.activeElement;
  lines.splice(at, 0, ...lines.splice(from, 1));
  rows.insertBefore(line.row, lines[at + 1].row);
  held?.focus();
  write();
  tell();
}

function rowOf(line, last) {
  const named = { line: line.name };
  if (!last) {
    line.at = h("input", {
      type: "number",
      min: 1,
      max: lines.length - 1,
      "aria-label": _("Place of %(line)s", named),
      change: () => move(line, Math.round(Number(line.at.value)) - 1),
    });
    line.tick = h("input", {
      type: "checkbox",
      class: "big-tick",
      checked: true,
      "aria-label": _("%(line)s is in force", named),
      change: () => {
        line.on = line.tick.checked;
        write();
        tell();
      },
    });
  }
  const step = (by, sign, label) =>
    h("button", { type: "button", "aria-label": label, click: () => move(line, lines.indexOf(line) + by) }, sign);
  const steps = last ? [] : [
    line.tick,
    step(-1, "↑", _("%(line)s up", named)),
    step(1, "↓", _("%(line)s down", named)),
    line.at,
  ];
  return h(
    "tr",
    {},
    h("td", { class: "steps" }, h("div", {}, steps)),
    h("th", { scope: "row", lang: "en" }, line.name),
    h("td", { lang: "en" }, line.says),
    h("td", { class: "figure" }),
    h("td", { class: "figure" }),
  );
}

function lay(told) {
  const [before, parts] = parted(text.value);
  if (parts.length !== told.lines.length) {
    return say(_("Two lines ask for the same, or one is written in another form: lines cannot be moved here."));
  }
  const big = (number) => BigInt(number);
  bench = {
    hands: told.bench.hands,
    lines: told.bench.lines.map((line) => ({ groups: line.groups, earned: line.earned.map(big) })),
    fixed: told.bench.fixed.map(big),
    unit: big(told.bench.unit),
    deals: big(told.bench.deals),
  };
  head = before;
  lines = told.lines.map((line, at) => ({ ...line, column: at, text: parts[at], on: true, at: null }));
  lines.forEach((line, at) => line.row = rowOf(line, at === lines.length - 1));
  rows.replaceChildren(...lines.map((line) => line.row));
  counted = edgeOf(bench, earned(bench, inForce())[0]);
  say("");
  tell();
}

function say(sentence) {
  shown.state.textContent = sentence;
  shown.state.hidden = sentence === "";
  shown.moved.hidden = sentence !== "";
}

let asked = 0;

/** Have the text read, and what each of its lines may do; an answer to a text that has changed since is left. */
async function read() {
  const mine = ++asked;
  try {
    const told = await ask(place.dataset.ask, { text: text.value });
    if (mine !== asked) return;
    if (told.state === "counted") lay(told);
    else if (told.state === "faulty") say(_("The text has a fault: its lines can be moved once it is mended."));
    else say(place.dataset.uncounted);
  } catch (fault) {
    if (mine === asked) say(fault.message);
  }
}

let waits = 0;
if (place !== null) {
  text.addEventListener("input", () => {
    clearTimeout(waits);
    waits = setTimeout(read, PAUSE);
  });
  document.getElementById("file").addEventListener("change", () => setTimeout(read, PAUSE));
  read();
}
