// A page of one's own: what decisions cost, round by round, and how much was luck, shown as they come.
import { dollars, h, signed } from "./base.js";
import { _, lacks, ngettext, word } from "./words.js";

const PATIENCE = [1, 2, 3, 5, 8, 13];
const mine = document.getElementById("mine");
const cells = [...document.querySelectorAll("[data-cost]")];
const sum = document.getElementById("cost");
const told = document.getElementById("cost-told");
const luck = document.getElementById("luck");
const expected = document.getElementById("expected");
const luckTold = document.getElementById("luck-told");

/** What is known by now: what rounds cost, by number, and what was expected of the wagers. */
const known = { costs: new Map(), looked: false, never: false, luck: null };

const money = (cents) => dollars(Math.round(cents));
const plain = (cents) => signed(Math.round(cents));

/** What the mistakes of rounds have cost: of all that were looked at, or of these. */
const mistakes = (rounds = [...known.costs.keys()]) =>
  rounds.reduce((cents, round) => cents + (known.costs.get(round) ?? 0), 0);

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
    return ngettext("%(num)s mistake: %(cost)s", "%(num)s mistakes: %(cost)s", wrong.length, { cost: money(cents) });
  }
  return _("%(chosen)s, better %(best)s: %(cost)s", { chosen: word(chosen), best: word(best), cost: money(cents) });
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
  let decisions = 0;
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
    known.costs.set(Number(round), found.cents);
    decisions += found.decisions.length;
    if (sum === null) continue;
    sum.textContent = money(mistakes());
    told.textContent = _(
      "Decisions looked at: %(decisions)s, in rounds: %(rounds)s; each against the best that could be known then.",
      { decisions, rounds: known.costs.size },
    );
  }
  known.looked = true;
  mine.dataset.looked = String(known.costs.size);
  if (sum !== null && known.costs.size === 0) sum.textContent = _("not known yet");
  show();
}

/** Nothing can be computed here: in words, once. */
function none(says) {
  known.never = true;
  for (const cell of cells) cell.textContent = "";
  if (sum === null) return;
  sum.textContent = _("not computed");
  told.textContent = says;
  show();
}

/** How far the wagers with odds are from what was expected of them, in words. */
function extreme({ difference_cents: off, deviation_cents: usual, bounds, chance, method }) {
  const size = Math.abs(off) <= usual
    ? _("That is less than the usual size of luck in such wagers, %(usual)s: an ordinary result.", {
      usual: money(usual),
    })
    : Math.abs(off) <= 2 * usual
    ? _("That is up to twice the usual size of luck in such wagers, %(usual)s: nothing rare.", { usual: money(usual) })
    : _("That is more than twice the usual size of luck in such wagers, %(usual)s: a rare result.", {
      usual: money(usual),
    });
  const says = _("For who plays best a result as extreme has a chance of %(chance)s (%(method)s).", {
    chance: word(chance),
    method: word(method),
  });
  return bounds[1] < 1 ? [size, says] : [size];
}

/** What was expected, what mistakes cost and what was luck: they add up to what the rounds have brought. */
function inThree(found) {
  const { net_cents: net, expected_cents: expects } = found;
  const cost = Math.round(mistakes(found.of_rounds));
  const words = { num: found.rounds, net: plain(net), expected: plain(expects), cost: money(cost) };
  expected.textContent = plain(expects);
  if (known.never) {
    luck.textContent = _("not known here");
    return ngettext(
      "Your last round has brought %(net)s, best play expects %(expected)s: the rest is luck and mistakes.",
      "Your last %(num)s rounds have brought %(net)s, best play expects %(expected)s: the rest is luck and mistakes.",
      found.rounds,
      words,
    );
  }
  if (!known.looked) return _("Decisions are being looked at …");
  sum.textContent = money(cost);
  luck.textContent = plain(net - expects + cost);
  return ngettext(
    "Your last round: %(net)s. Best play expects %(expected)s, mistakes cost %(cost)s, %(luck)s is luck.",
    "Your last %(num)s rounds: %(net)s. Best play expects %(expected)s, mistakes cost %(cost)s, %(luck)s is luck.",
    found.rounds,
    { ...words, luck: plain(net - expects + cost) },
  );
}

/** All that is known by now. */
function show() {
  const found = known.luck;
  if (found === null || sum === null) return;
  const awaited = (found.awaited ?? []).map(word).join(", ");
  const heard = [
    ...awaited ? [_("Being counted, and taken for nothing until then: %(wagers)s.", { wagers: awaited })] : [],
    ...new Set((found.says ?? []).map(word)),
  ];
  const notes = heard.filter((says) => says !== told.textContent).map((says) => h("p", { class: "small" }, says));
  if (found.net_cents === undefined) {
    const never = (found.says ?? []).some(lacks); // nobody counts it here
    for (const each of [luck, expected]) each.textContent = never ? _("left out") : _("not known yet");
    luckTold.replaceChildren(
      ...heard.length ? notes : [h("p", {}, _("Nothing was wagered that has odds of its own."))],
    );
    return;
  }
  const sentences = [
    _("%(bets)s of %(of)s wagers in them have odds of their own: %(wagered)s, which brought %(result)s.", {
      ...found,
      result: plain(found.expected_cents + found.difference_cents),
    }),
    ...extreme(found),
  ];
  const unseen = found.of_rounds.filter((round) => !known.costs.has(round)).length;
  if (known.looked && unseen > 0) {
    sentences.push(
      ngettext(
        "In %(num)s round decisions could not be looked at: what they cost is among the luck.",
        "In %(num)s rounds decisions could not be looked at: what they cost is among the luck.",
        unseen,
      ),
    );
  }
  luckTold.replaceChildren(
    h("p", { id: "in-three" }, inThree(found)),
    h("p", {}, sentences.join(" ")),
    ...notes,
  );
}

async function counted() {
  for (let tries = 0;; tries++) {
    const { status, found } = await asked("/api/me/luck");
    if (status === 200 || status !== 503 || tries >= PATIENCE.length) {
      known.luck = status === 200 ? found : { says: [found.error] };
      show();
      if (status !== 200) return;
    }
    if (status === 200 && found.state !== "counting") return;
    await wait(patience(tries));
  }
}

if (mine !== null) costs();
if (sum !== null) counted();
