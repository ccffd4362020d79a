// A page of one's own: what decisions cost, round by round, and how much was luck, shown as they come.
import { h } from "./base.js";

const PATIENCE = [1, 2, 3, 5, 8, 13];
const mine = document.getElementById("mine");
const cells = [...document.querySelectorAll("[data-cost]")];
const sum = document.getElementById("cost");
const told = document.getElementById("cost-told");
const luck = document.getElementById("luck");
const luckTold = document.getElementById("luck-told");

const dollars = (cents) => `$${(cents / 100).toFixed(2)}`;
const wait = (seconds) => new Promise((done) => setTimeout(done, 1000 * seconds));
const patience = (tries) => PATIENCE[Math.min(tries, PATIENCE.length - 1)];

/** What the room answers, or its sentence on why not. */
async function asked(path) {
  const answer = await fetch(path, { headers: { Accept: "application/json" } });
  const found = await answer.json().catch(() => ({ error: "the room does not answer: look again in a moment" }));
  return { status: answer.status, found };
}

function decided(decisions) {
  const wrong = decisions.filter((each) => !each.right);
  if (decisions.length === 0) return "nothing to decide";
  if (wrong.length === 0) return "played best";
  return wrong.map((each) => `${each.hand ? `${each.hand}: ` : ""}${each.chosen}, better ${each.best}`).join("; ");
}

/** The cost of one round, however long it takes; null where there is none to be had, and why. */
async function costOf(round) {
  for (let tries = 0;; tries++) {
    const { status, found } = await asked(`/api/me/rounds/${round}/cost`);
    const busy = status === 503 && tries < PATIENCE.length;
    if (busy || found.state === "preparing") await wait(patience(tries));
    else return status === 200 ? found : { state: status === 422 ? "never" : "none", says: found.error };
  }
}

/** The rounds to look at: those on the page with a place to tell it, then more of the last. */
function* wanted() {
  for (const cell of cells) yield [cell.dataset.cost, cell];
  for (const round of (mine.dataset.rest ?? "").split(" ").filter(Boolean)) yield [round, null];
}

const many = (count, what) => `${count} ${what}${count === 1 ? "" : "s"}`;

async function costs() {
  let [cents, rounds, decisions] = [0, 0, 0];
  sum.textContent = "…";
  for (const [round, cell] of wanted()) {
    if (cell !== null) cell.textContent = "· being looked at …";
    const found = await costOf(round);
    if (found.state === "never") return none(found.says);
    if (found.state === "none") {
      if (cell !== null) cell.textContent = `· ${found.says}`;
      continue;
    }
    cents += found.cents;
    rounds += 1;
    decisions += found.decisions.length;
    const mistake = found.decisions.some((each) => !each.right);
    if (cell !== null) {
      cell.textContent = `· ${decided(found.decisions)}${mistake ? ` (${dollars(found.cents)})` : ""}`;
    }
    sum.textContent = dollars(cents);
    told.textContent = `Mistakes: ${many(decisions, "decision")} in ${many(rounds, "round")} looked at so far, ` +
      "each against the best that could be known then.";
  }
  told.textContent = told.textContent.replace(" so far", "");
  if (rounds === 0) sum.textContent = "not known yet";
}

/** Nothing can be computed here: in words, once. */
function none(says) {
  sum.textContent = "not computed";
  told.textContent = says;
  for (const cell of cells) cell.textContent = "";
}

function showLuck(found) {
  luck.textContent = found.luck ?? "not known";
  const parts = (found.says ?? []).map((says) => h("p", { class: "small" }, says));
  if (found.luck === undefined) {
    luckTold.replaceChildren(...parts.length ? parts : [h("p", {}, "Nothing was wagered that has a law of its own.")]);
    return;
  }
  const sentence = `Your last ${found.bets} wagers, ${found.wagered} in all, have brought ${found.result}. ` +
    `Best play expects ${found.expected}: ${found.luck} is luck, or mistakes. ` +
    `The usual deviation is ${found.deviation}; a result as extreme has a chance of ${found.chance} (${found.method}).`;
  luckTold.replaceChildren(h("p", {}, sentence), ...parts);
}

async function counted() {
  for (let tries = 0;; tries++) {
    const { status, found } = await asked("/api/me/luck");
    if (status === 200) showLuck(found);
    else if (status !== 503 || tries >= PATIENCE.length) return showLuck({ says: [found.error] });
    if (status === 200 && found.state !== "counting") return;
    await wait(patience(tries));
  }
}

if (sum !== null) {
  costs();
  counted();
}
