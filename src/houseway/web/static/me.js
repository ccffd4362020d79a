// A page of one's own: what decisions cost, round by round, and how much was luck, shown as they come.
import { h } from "./base.js";
import { _, ngettext, word } from "./words.js";

const PATIENCE = [1, 2, 3, 5, 8, 13];
const mine = document.getElementById("mine");
const cells = [...document.querySelectorAll("[data-cost]")];
const sum = document.getElementById("cost");
const told = document.getElementById("cost-told");
const luck = document.getElementById("luck");
const luckOf = document.getElementById("luck-of");
const luckTold = document.getElementById("luck-told");

const dollars = (cents) => `$${(cents / 100).toFixed(2)}`;
const wait = (seconds) => new Promise((done) => setTimeout(done, 1000 * seconds));
const patience = (tries) => PATIENCE[Math.min(tries, PATIENCE.length - 1)];

/** What the room answers, or its sentence on why not. */
async function asked(path) {
  const answer = await fetch(path, { headers: { Accept: "application/json" } });
  const found = await answer.json().catch(() => ({ error: _("the room does not answer: look again in a moment") }));
  return { status: answer.status, found };
}

/** What somebody decided in a round, in a few words. */
function decided({ decisions, cents }) {
  if (decisions.length === 0) return _("nothing to decide");
  const wrong = decisions.filter((each) => !each.right);
  if (wrong.length === 0) return _("played best");
  const [{ chosen, best }] = wrong;
  if (wrong.length > 1) {
    return ngettext("%(num)s mistake: %(cost)s", "%(num)s mistakes: %(cost)s", wrong.length, { cost: dollars(cents) });
  }
  return _("%(chosen)s, better %(best)s: %(cost)s", { chosen: word(chosen), best: word(best), cost: dollars(cents) });
}

/** The cost of one round, or that it is not ready yet; where there is none to be had, why. */
async function costOf(round, tries) {
  const { status, found } = await asked(`/api/me/rounds/${round}/cost`);
  if (found.state === "preparing" || (status === 503 && tries < PATIENCE.length)) return { state: "later" };
  return status === 200 ? found : { state: status === 422 ? "never" : "none", says: word(found.error) };
}

/** The rounds to look at: those on the page with a place to tell it, then more of the last. */
function* wanted() {
  for (const cell of cells) yield [cell.dataset.cost, cell];
  for (const round of (mine.dataset.rest ?? "").split(" ").filter(Boolean)) yield [round, null];
}

async function costs() {
  let [cents, rounds, decisions] = [0, 0, 0];
  const tell = (cell, says) => {
    if (cell !== null) cell.textContent = says;
  };
  const left = [...wanted()].map(([round, cell]) => ({ round, cell, tries: 0 }));
  for (let put = 0; left.length > 0;) {
    const next = left.shift();
    const { round, cell } = next;
    tell(cell, _("being looked at …"));
    const found = await costOf(round, next.tries++);
    if (found.state === "later") { // others may be ready
      left.push(next);
      if (++put % left.length === 0) await wait(patience(next.tries));
      continue;
    }
    if (found.state === "never") return none(found.says);
    tell(cell, found.state === "none" ? found.says : decided(found));
    if (found.state === "none") continue;
    cents += found.cents;
    rounds += 1;
    decisions += found.decisions.length;
    sum.textContent = dollars(cents);
    told.textContent = _(
      "Decisions looked at: %(decisions)s, in rounds: %(rounds)s; each against the best that could be known then.",
      { decisions, rounds },
    );
  }
  mine.dataset.looked = String(rounds);
  if (rounds === 0) sum.textContent = _("not known yet");
}

/** Nothing can be computed here: in words, once. */
function none(says) {
  sum.textContent = _("not computed");
  told.textContent = says;
  for (const cell of cells) cell.textContent = "";
}

function showLuck(found) {
  const awaited = (found.awaited ?? []).map(word).join(", ");
  const notes = [
    ...awaited ? [_("Being counted, and not among them yet: %(wagers)s.", { wagers: awaited })] : [],
    ...(found.says ?? []).map(word),
  ].map((says) => h("p", { class: "small" }, says));
  if (found.luck === undefined) {
    luck.textContent = _("not known yet");
    luckTold.replaceChildren(
      ...notes.length ? notes : [h("p", {}, _("Nothing was wagered that has odds of its own."))],
    );
    return;
  }
  luck.textContent = found.luck;
  luckOf.textContent = _("in %(bets)s of %(of)s wagers", found);
  const sentences = [
    _("%(bets)s of your last %(of)s wagers, %(wagered)s in all, have brought %(result)s.", found),
    _("The best play expects %(expected)s; the difference, %(luck)s, is luck and mistakes together.", found),
    _("Its usual size is %(deviation)s; a result as extreme has a chance of %(chance)s (%(method)s).", {
      ...found,
      chance: word(found.chance),
      method: word(found.method),
    }),
  ];
  luckTold.replaceChildren(h("p", {}, sentences.join(" ")), ...notes);
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
