// The slip after a round: a line for every wager, what a supervisor called or changed, and what should have been done.
import { inTheEnd, voided } from "./amended.js";
import { ask, askWhenReady, dollars, h, signed, title } from "./base.js";
import { cite, clauseName, inWords } from "./cite.js";
import { tree } from "./reasons.js";
import { decisions, preparing } from "./trainer.js";
import { _, word } from "./words.js";

const GAP = 8;
const LEAST = 300; // what a slip needs to be read beside the meters

/** As high as it needs, from the dealer's cards, where they lie above it, to the wagers; what is longer scrolls. */
export function fit(slip, below, dealer, meters) {
  const paper = slip.firstElementChild;
  const body = slip.querySelector(".slip-body");
  const scrolled = body?.scrollTop ?? 0;
  slip.removeAttribute("style");
  if (paper === null) return;
  paper.style.maxHeight = "";
  const { position, minHeight } = getComputedStyle(slip);
  if (position !== "absolute") {
    slip.style.minHeight = `${Math.min(parseFloat(minHeight), paper.offsetHeight)}px`; // no higher than its paper
    return;
  }
  const felt = slip.parentElement.getBoundingClientRect();
  beside(slip, meters, felt);
  paper.style.maxHeight = "none";
  const usual = slip.getBoundingClientRect().top;
  const cards = dealer.getBoundingClientRect();
  const apart = dealer.hidden || cards.right <= slip.getBoundingClientRect().left;
  const highest = (apart ? felt.top : cards.bottom) + GAP;
  const lowest = below.getBoundingClientRect().top - GAP;
  const top = Math.max(highest, Math.min(usual, lowest - paper.offsetHeight));
  slip.style.top = `${top - felt.top}px`;
  paper.style.maxHeight = `${Math.max(90, lowest - top)}px`;
  if (body !== null) body.scrollTop = scrolled;
}

/** Right of the meters where they reach down to it. */
function beside(slip, meters, felt) {
  const { left, top } = slip.getBoundingClientRect();
  const there = [...meters.children].map((each) => each.getBoundingClientRect());
  const right = Math.max(
    0,
    ...there.filter((each) => each.bottom > top && each.right > left).map((each) => each.right),
  );
  const from = right + GAP - felt.left;
  const width = Math.min(500, felt.width * .82 - from);
  if (right > 0 && width >= LEAST) {
    Object.assign(slip.style, { left: `${from}px`, width: `${width}px`, transform: "none" });
  }
}

const sign = (net) => (net > 0 ? "won" : net < 0 ? "lost" : "even");

export class Slip {
  constructor(changed) {
    this.changed = changed;
    this.back = { round: null, lines: null, wait: null, fault: "" };
    this.explained = { round: null, lines: null };
    this.answered = { round: null, lines: [] };
    this.opened = { round: null, lines: new Map() }; // the lines that are open or were closed, with what was found
  }

  /** What the house answered for the viewer in this round, where their time ran out. */
  late(round, words) {
    if (this.answered.round !== round) this.answered = { round, lines: [] };
    if (words) this.answered.lines.push(words);
  }

  /** What decides how it looks. */
  state(view) {
    return [view.ruling, view.calls, view.amended, this.back, view.phase, this.answered];
  }

  draw(view, me) {
    if (view.ruling === null) {
      return view.phase === "betting" && view.amended.length
        ? h("div", { class: "paper-slip" }, happened(view, me))
        : [];
    }
    const ours = me === null ? view.ruling : view.ruling.filter((each) => each.seat === me.number);
    const place = Object.fromEntries(view.wagers.map((each, index) => [each.id, index]));
    const own = me === null ? ours : ours.toSorted((one, other) => place[one.wager] - place[other.wager]);
    const foot = h(
      "p",
      { class: "slip-foot" },
      h("a", { href: `/rounds/${view.round}` }, _("Round %(number)s", { number: view.round })),
    );
    if (own.length === 0) {
      return h("div", { class: "paper-slip" }, h("p", {}, _("You sat this round out.")), happened(view, null), foot);
    }
    const names = Object.fromEntries(view.wagers.map((each) => [each.id, each.name]));
    const rows = own.map((each) => {
      const what = [
        me === null ? `${_("Seat %(number)s", { number: each.seat })}, ` : "",
        title(word(names[each.wager] ?? each.wager)),
        which(view, each),
        h("wbr", {}),
        h("em", {}, word(each.award.replaceAll("-", " "))),
      ];
      return h(
        "li",
        { class: sign(each.cents) },
        this.line(view, each, what, me !== null),
        each.held_cents && !voided(view) ? h("p", { class: "panel-note" }, verified(each)) : "",
      );
    });
    return h(
      "div",
      { class: "paper-slip" },
      me === null ? "" : sum(view, me, own),
      h(
        "div",
        { class: "slip-body", tabindex: 0, role: "group", "aria-label": _("What became of each wager") },
        this.answered.lines.map((line) => h("p", { class: "slip-told", role: "status" }, line)),
        happened(view, me),
        h("ul", { class: `slip-lines${voided(view) ? " struck" : ""}` }, rows),
        me === null ? "" : this.after(view, me),
      ),
      h("div", { class: "slip-end" }, me === null ? "" : this.offer(view, me), foot),
    );
  }

  /** What happened and the amount; opened, the sentence of why and what was compared. */
  line(view, each, what, own) {
    const more = h("div", { role: "status" });
    const among = !view.dealer.plays && own; // among players, who took what of whom is the result
    if (this.opened.round !== view.round) this.opened = { round: view.round, lines: new Map() };
    const kept = this.opened.lines.get(view.ruling.indexOf(each)) ?? { open: among, reasons: null };
    this.opened.lines.set(view.ruling.indexOf(each), kept);
    if (kept.reasons !== null) more.append(tree(kept.reasons));
    const toggle = (event) => {
      kept.open = event.target.open;
      if (kept.open && kept.reasons === null) this.explain(view, each, more, kept);
      this.changed();
    };
    return h(
      "details",
      { ...(kept.open ? { open: "" } : {}), toggle },
      h(
        "summary",
        {},
        h("span", { class: "slip-what" }, what),
        h(
          "span",
          { class: "slip-why" },
          h("u", {}, _("why")),
          each.clause ? h("small", {}, clauseName(each.clause)) : "",
        ),
        h("span", { class: "slip-net figure" }, signed(each.cents)),
      ),
      among ? byOpponent(word(each.why)) : h("p", {}, inWords(`${title(word(each.why))}.`)),
      each.clause ? h("p", {}, cite(each.clause)) : "",
      more,
    );
  }

  async explain({ round, ruling }, each, into, kept) {
    if (this.explained.round !== round) {
      this.explained = { round, lines: ask(`/api/rounds/${round}`).then((page) => page.ruling) };
    }
    try {
      const { reasons } = (await this.explained.lines)[ruling.indexOf(each)];
      if (reasons !== null) {
        kept.reasons = reasons.parts;
        into.replaceChildren(tree(reasons.parts));
        this.changed();
      }
    } catch (fault) {
      this.explained = { round: null, lines: null };
      into.replaceChildren(h("p", { class: "panel-note" }, fault.message));
    }
  }

  /** The question that nobody has asked yet. */
  offer(view, me) {
    if (this.back.round === view.round) return "";
    const look = () => this.look(view, me);
    const more = { type: "button", class: "look-back", "data-key": "look-back", click: look };
    return h("button", more, _("What should I have done?"));
  }

  /** Its answer. */
  after(view, me) {
    if (this.back.round !== view.round) return "";
    if (this.back.fault) return h("p", { class: "panel-note" }, this.back.fault);
    if (this.back.lines !== null) return decisions(this.back.lines, me.number);
    return this.back.wait === null
      ? h("p", { class: "panel-note", role: "status" }, _("Computing …"))
      : preparing(this.back.wait);
  }

  async look({ round }, { number }) {
    const now = (more) => {
      this.back = { round, lines: null, wait: null, fault: "", ...more };
      this.changed();
    };
    now({});
    try {
      const found = await askWhenReady(`/api/rounds/${round}/advice`, undefined, (wait) => {
        if (this.back.round === round) now({ wait });
      });
      now({ lines: found.decisions.filter((each) => each.seat === number) });
      toTheAnswer();
    } catch (fault) {
      now({ fault: fault.message });
    }
  }
}

/** Scroll what was asked for into sight, within the slip. */
function toTheAnswer() {
  const body = document.querySelector("#slip .slip-body");
  const answer = body?.querySelector(":scope > .slip-lines ~ *");
  if (answer) body.scrollTop += answer.getBoundingClientRect().top - body.getBoundingClientRect().top;
}

/** Among players: a line for what each opponent took or paid, the sum, and what one set. */
function byOpponent(why) {
  const [first, ...rest] = why.split("; ");
  const colon = first.lastIndexOf(": ");
  if (colon < 0 || rest.length === 0) return h("p", {}, inWords(`${title(why)}.`));
  const sum = rest.pop();
  return [
    h("ul", { class: "slip-parts" }, [first.slice(colon + 2), ...rest].map((line) => h("li", {}, inWords(line)))),
    h("p", {}, h("strong", {}, `${inWords(sum)}.`), ` ${title(first.slice(0, colon))}.`),
  ];
}

/** Which of the hands that a seat has split into a line is about: they are ruled upon in their order. */
function which(view, line) {
  const hands = view.seats.find((seat) => seat.number === line.seat)?.hands?.length ?? 0;
  const same = view.ruling.filter((each) => each.seat === line.seat && each.wager === line.wager);
  return hands > 1 && same.length === hands
    ? `, ${_("hand %(number)s of %(count)s", { number: same.indexOf(line) + 1, count: hands })}`
    : "";
}

/** What of a win people of the room pay: whether they have. */
function verified(line) {
  const amount = dollars(line.held_cents);
  return line.held_paid
    ? _("%(amount)s of it was verified, and is paid.", { amount })
    : _("%(amount)s of it is paid when two people have verified it.", { amount });
}

/** What a seat has won or lost in the end. */
function sum(view, me, own) {
  const net = inTheEnd(view, me.number, own.reduce((total, each) => total + each.cents, 0));
  return h(
    "p",
    { class: `slip-sum ${sign(net)}` },
    net > 0 ? _("You win") : net < 0 ? _("You lose") : _("Even"),
    " ",
    h("strong", {}, net === 0 ? "" : dollars(Math.abs(net))),
  );
}

const called = (what, seat, reason) =>
  seat
    ? _("A supervisor called %(what)s on seat %(seat)s: %(reason)s.", { what, seat, reason })
    : _("A supervisor called %(what)s: %(reason)s.", { what, reason });

/** What supervisors called while the round was played, and changed since. */
function happened(view, me) {
  const calls = view.calls.map(({ kind, seat, reason }) => called(word(kind.replaceAll("-", " ")), seat, reason));
  const changes = view.amended.map((each) => {
    const told = { number: each.round, reason: each.reason, amount: signed(each.cents ?? 0), seat: each.seat };
    if (each.what === "void") {
      return _("Round %(number)s is void: %(reason)s. Every bet and every win has gone back.", told);
    }
    return me !== null && each.seat === me.number
      ? _("Round %(number)s is corrected by %(amount)s for you: %(reason)s.", told)
      : _("Round %(number)s is corrected by %(amount)s for seat %(seat)s: %(reason)s.", told);
  });
  return [...calls, ...changes].map((line) => h("p", { class: "slip-told" }, line));
}
