// A table: what the newest view says, drawn; what the person does, sent.
import { Arranger } from "./arrange.js";
import { askWhenReady, dollars, h, signed, spoken, title, wish } from "./base.js";
import { Bets } from "./bets.js";
import { cents } from "./chips.js";
import * as motion from "./motion.js";
import { STAFF } from "./desk.js";
import { Panel } from "./panel.js";
import { arc, dealer, holding, meters, seat, shoe } from "./seats.js";
import { Slip } from "./slip.js";
import { Line } from "./stream.js";
import { Hint } from "./trainer.js";

const main = document.getElementById("main");
const table = Number(main.dataset.table);
const parts = Object.fromEntries(["felt", "print", "meters", "dealer", "shoe", "others", "slip", "you", "actions", "live", "toast"].map((id) => [id, document.getElementById(id)]));

const WORDS = { stand: "Stand", draw: "Draw a card", hit: "Hit", double: "Double", split: "Split", surrender: "Surrender", insurance: "Take insurance", decline: "Decline", set: "Set the hand", play: "Play", natural: "Show the natural" };
const wordFor = (option) => WORDS[option] ?? option[0].toUpperCase() + option.slice(1).replaceAll("-", " ");

let view = null;
let arranger = null;
let deadline = null;
let busy = ""; // what is under way: a question that is being answered, or another deed
let spokenOf = "";
const hint = new Hint(`/api/tables/${table}/hint`, () => draw());
const slip = new Slip(() => draw());
const drawnAs = new Map();

const panel = new Panel(table, main.dataset.game, main.dataset.role, (kind, data) => act(kind, data));
const bets = new Bets(table, { changed: (focus) => draw(focus), about: (wager) => panel.about(wager) });
panel.wishes = () => draw();
panel.ready = (told) => printFelt(told);
const line = new Line(table, take, (state, why) => {
  document.body.dataset.line = state;
  if (state === "lost") toast("The line to the room is lost. It comes back by itself; your wagers are safe.", true);
  else if (state === "gone") toast(why, true);
  else if (parts.toast.dataset.kind === "line") toast("");
});

const mine = () => view.seats.find((each) => each.you) ?? null;
const myQuestion = () => view.asked.find((each) => each.yours) ?? null;
const questionKey = (asked, of = view) => (asked === null ? "" : JSON.stringify([of.round, asked]));

function take(next) {
  const first = view === null;
  const before = view;
  view = next;
  deadline = view.deadline === null ? null : performance.now() + view.deadline * 1000;
  motion.begin(view.round, first);
  // A round may be over as it begins, by two jacks or a blackjack: its wagers are laid all the same.
  if (before !== null && before.round !== view.round && view.phase !== "betting") bets.draft = {};
  const asked = myQuestion();
  if (asked?.kind === "arrange") {
    if (arranger === null || arranger.question !== questionKey(asked)) {
      arranger = new Arranger(`/api/tables/${table}/hand`, asked, { tell: say, set: setHand, advise, house: view.dealer.plays });
      arranger.question = questionKey(asked);
    }
  } else arranger = null;
  draw();
  motion.settle(parts.felt, first);
  if (before !== null && before.phase !== "ended" && view.phase === "ended") chipsMove();
  announce(before);
  if (mine() !== null) document.getElementById("my-chips").textContent = dollars(mine().chips);
}

/** Rebuild a part only where what it shows has changed, and keep the focus. */
function part(element, state, build, focus = null) {
  const key = JSON.stringify(state);
  if (drawnAs.get(element) === key) return;
  drawnAs.set(element, key);
  const held = focus ?? (element.contains(document.activeElement) ? document.activeElement.dataset.key ?? null : null);
  element.replaceChildren(...[build()].flat(2).filter(Boolean));
  if (held !== null) element.querySelector(`[data-key="${CSS.escape(held)}"]`)?.focus();
}

function draw(focus = null) {
  if (view === null) return;
  const me = mine();
  const open = view.phase !== "playing" && !(me?.ready ?? false);
  document.body.dataset.phase = view.phase;
  document.body.toggleAttribute("data-again", view.phase === "ended" && bets.total > 0);
  document.body.classList.toggle("seated", me !== null);
  parts.dealer.hidden = !view.dealer.plays;
  part(parts.dealer, [view.dealer, view.phase], () => dealer(view));
  part(parts.shoe, [view.shoe.left, view.drawn], () => shoe(view));
  part(parts.meters, [view.meters, view.wagers, view.settings], () => meters(view));
  part(parts.others, [view.seats, view.ruling, view.phase, me?.number], () => arc(view, me).map((at) => seat(view, at, { sit, bot, may: may(me) })), focus);
  part(parts.slip, [slip.state(view), me?.number], () => slip.draw(view, me));
  part(parts.you, [me, open, bets.draft, bets.chip, arranger?.question ?? "", view.wagers, view.phase], () => yourSeat(me, open), focus);
  part(parts.actions, [me, open, bets.draft, bets.chip, myQuestion(), busy, view.phase, view.asked, hint.state, wish.read("hints", "no"), view.paused, view.closed], () => actions(me, open), focus);
  panel.update(view, me);
  clock();
}

// ---------------------------------------------------------------------------------------------------- the viewer's seat

/** What somebody may do with the other seats: players sit down, who sits and the supervisor call bots, others look on. */
const may = (me) => ({ sit: me === null && main.dataset.role === "player" && !view.closed, bots: (me !== null || STAFF.includes(main.dataset.role)) && !view.closed });

function yourSeat(me, open) {
  if (me === null && main.dataset.role !== "player") return h("p", { class: "invite" }, STAFF.includes(main.dataset.role) ? "You supervise. The desk is on the panel, under Table." : "You watch what the rules show. Every card is yours to see once a round has ended.");
  if (me === null && view.closed) return h("p", { class: "invite" }, "This table is closed. ", h("a", { href: "/" }, "To the lobby"));
  if (me === null) {
    const free = view.seats.some((each) => each.name === null);
    return h("p", { class: "invite" }, free ? "You are watching. Choose a free seat to play." : "You are watching. Every seat is taken.");
  }
  const head = h("p", { class: "your-name" }, h("span", { class: "seat-number" }, String(me.number)), `You, ${me.name}`, me.note ? h("span", { class: "note" }, me.note) : "");
  const cards = arranger !== null ? arranger.element : me.cards.length ? h("div", { class: "your-cards" }, holding(me, `s${me.number}`, false)) : "";
  return [bets.spots({ ...view, wagers: view.wagers.map((each) => ({ ...each, offered: each.offered && each.before_deal !== false })) }, me, open), cards, head];
}

// ---------------------------------------------------------------------------------------------------- what can be done

function actions(me, open) {
  const asked = myQuestion();
  const time = h("div", { class: "clock", id: "clock", role: "timer", "aria-label": "Time left", hidden: true }, h("span", { class: "clock-words" }), h("span", { class: "clock-bar" }, h("i")));
  if (me === null) return [time, h("p", { class: "status" }, statusLine())];
  if (asked?.kind === "choose") return [time, choose(asked)];
  if (asked?.kind === "wager") return [time, midWager(asked)];
  if (asked?.kind === "arrange") return [time, h("p", { class: "status" }, h("strong", {}, "Set your hand."), ` Clause ${asked.clause}.`), arranger.controls, hintLine(asked)];
  if (!open || view.paused || view.closed) return [time, h("p", { class: "status" }, statusLine()), me.ready && view.phase !== "playing" && !view.closed ? h("div", { class: "buttons" }, h("button", { type: "button", "data-key": "change", click: changeBets }, "Change bets")) : ""];
  const last = Object.keys(bets.last).length > 0;
  return [time, bets.tray(), h("div", { class: "buttons" },
    h("button", { type: "button", "data-key": "clear", disabled: bets.total === 0, click: () => bets.clear() }, "Clear"),
    h("button", { type: "button", "data-key": "rebet", disabled: !last, click: () => bets.rebet(view.wagers.filter((each) => each.offered)) }, "Rebet"),
    h("button", { type: "button", class: "go", "data-key": "deal", disabled: busy !== "" || bets.total === 0, click: placeBets }, bets.total ? `Deal, ${dollars(bets.total)}` : "Deal"),
    h("button", { type: "button", class: "quiet", "data-key": "leave", click: () => act("leave") }, "Stand up"))];
}

function choose(asked) {
  const taken = new Set();
  const buttons = asked.options.map((option, place) => {
    const letter = [...option].find((each) => /[a-z]/.test(each) && !taken.has(each)) ?? "";
    taken.add(letter);
    return h("button", { type: "button", class: place === 0 ? "go choice" : "go choice", "data-key": `choose-${option}`, "data-letter": letter, disabled: busy === questionKey(asked), "aria-keyshortcuts": letter, click: () => answer({ answer: option }) }, wordFor(option), h("kbd", { "aria-hidden": "true" }, letter.toUpperCase()));
  });
  return h("div", { class: "deciding" }, h("p", { class: "status" }, h("strong", {}, "Your turn."), ` Clause ${asked.clause}.`), h("div", { class: "buttons" }, buttons), hintLine(asked));
}

function midWager(asked) {
  const wager = view.wagers.find((each) => each.id === asked.wager);
  const input = h("input", { class: "typed wide-typed", inputmode: "decimal", value: String(asked.least / 100), "data-key": "mid-amount", "aria-label": `Dollars on ${wager?.name ?? asked.wager}` });
  const send = () => {
    const amount = cents(input.value);
    if (amount === null) toast(`"${input.value}" is not an amount: write dollars, as in 5 or 2.50.`);
    else answer({ answer: amount });
  };
  return h("div", { class: "deciding" }, h("p", { class: "status" }, h("strong", {}, `${wager?.name ?? asked.wager}?`), ` ${dollars(asked.least)} to ${dollars(asked.most)}. Clause ${asked.clause}.`),
    h("div", { class: "buttons" }, input, h("button", { type: "button", class: "go", "data-key": "mid-yes", disabled: busy === questionKey(asked), click: send }, "Wager"), h("button", { type: "button", "data-key": "mid-no", disabled: busy === questionKey(asked), click: () => answer({ answer: 0 }) }, "No wager")), hintLine(asked));
}

function hintLine(asked) {
  return wish.read("hints", "no") === "yes" ? hint.line(questionKey(asked)) : "";
}

function statusLine() {
  if (view.closed) return "This table is closed. Choose another in the lobby.";
  if (view.paused) return "The table is paused by a supervisor.";
  const names = (seats) => seats.map((each) => each.name).filter(Boolean).join(", ");
  if (view.phase === "playing") {
    const acting = view.seats.filter((each) => each.acting);
    return acting.length ? `Waiting for ${names(acting)}.` : view.dealer.plays ? "The dealer plays." : "The hands are compared.";
  }
  const late = view.seats.filter((each) => each.name !== null && !each.bot && !each.ready && !each.you);
  return mine()?.ready && late.length ? `Your bets are down. Waiting for ${names(late)}.` : view.phase === "betting" ? "Place your bets." : "The round has ended.";
}

// ---------------------------------------------------------------------------------------------------- the ruling

function chipsMove() {
  const me = mine();
  for (const each of view.ruling ?? []) {
    const spot = me !== null && each.seat === me.number ? parts.you.querySelector(`[data-wager="${each.wager}"] .circle`) : parts.others.querySelector(`[data-seat="${each.seat}"] .seat-bet`);
    if (each.net < 0 && view.dealer.plays) motion.pay(spot, parts.dealer);
  }
}

// ---------------------------------------------------------------------------------------------------- deeds

async function act(kind, data = {}, still = null) {
  busy = still === null ? kind : questionKey(myQuestion());
  draw();
  try {
    await line.act(kind, data, still);
    toast("");
    return true;
  } catch (fault) {
    toast(fault.message);
    return false;
  } finally {
    busy = "";
    draw();
  }
}

const sit = (number) => act("sit", { seat: number });
const bot = (number, add) => act(add ? "add-bot" : "remove-bot", { seat: number });
const changeBets = () => { bets.draft = { ...mine().wagers }; return act("clear"); };

async function placeBets() {
  const wagers = { ...bets.draft };
  if (!(await act("bet", { wagers }))) return;
  bets.keep();
  await act("ready");
}

function answer(data) {
  const key = questionKey(myQuestion());
  return act("answer", data, (newer) => questionKey(newer.asked.find((each) => each.yours) ?? null, newer) === key);
}

const setHand = (piles) => answer({ piles });

async function advise(which, waits) {
  const hand = arranger;
  try {
    const told = await askWhenReady(`/api/tables/${table}/${which === "house" ? "house-way" : "hint"}`, undefined, waits, () => arranger === hand);
    return told.piles ?? told.options?.[0].piles ?? null;
  } catch (fault) {
    toast(fault.message);
    return null;
  }
}

// ---------------------------------------------------------------------------------------------------- words

let toastTimer = 0;
function toast(words, stays = false) {
  clearTimeout(toastTimer);
  parts.toast.textContent = title(words);
  parts.toast.dataset.kind = stays ? "line" : "";
  parts.toast.classList.toggle("shown", words !== "");
  if (words && !stays) toastTimer = setTimeout(() => toast(""), 9000);
}

function say(words) {
  if (!words || words === spokenOf) return;
  spokenOf = words;
  parts.live.textContent = words;
}

const heard = (cards) => cards.filter((each) => each.card !== null).map((each) => spoken(each.card)).join(", ");

/** What a listener should hear of the step from one view to the next. */
function announce(before) {
  if (before === null) return;
  const me = mine();
  const then = before.seats.find((each) => each.you);
  const lines = [];
  if (me !== null && heard(me.cards) !== heard(then?.cards ?? []) && me.cards.length) lines.push(`You hold ${heard(me.cards)}${me.note ? `, ${me.note}` : ""}`);
  if (heard(view.dealer.cards) !== heard(before.dealer.cards) && heard(view.dealer.cards)) lines.push(`The dealer shows ${heard(view.dealer.cards)}${view.dealer.note ? `, ${view.dealer.note}` : ""}`);
  const asked = myQuestion();
  if (asked !== null && questionKey(asked) !== questionKey(before.asked.find((each) => each.yours) ?? null, before)) {
    lines.push(asked.kind === "choose" ? `Your turn: ${asked.options.map(wordFor).join(" or ")}` : asked.kind === "arrange" ? "Your turn: set your hand" : `Your turn: wager on ${asked.wager} or not`);
  }
  if (view.ruling !== null && before.ruling === null) {
    const names = Object.fromEntries(view.wagers.map((each) => [each.id, each.name]));
    lines.push(...view.ruling.filter((each) => me === null || each.seat === me.number).map((each) => `${names[each.wager] ?? each.wager}: ${signed(each.net)}, ${each.why}`));
  }
  if (before.phase === "ended" && view.phase === "betting") lines.push("Place your bets");
  for (const each of view.amended.slice(before.amended.length)) lines.push(each.what === "void" ? `Round ${each.round} is void: ${each.reason}` : `Seat ${each.seat} is corrected by ${signed(each.cents)}: ${each.reason}`);
  for (const each of view.calls.slice(before.round === view.round ? before.calls.length : 0)) lines.push(`A supervisor called ${each.kind.replaceAll("-", " ")}: ${each.reason}`);
  say(lines.join(". "));
}

function clock() {
  const element = document.getElementById("clock");
  if (element === null) return;
  const left = deadline === null ? null : Math.max(0, (deadline - performance.now()) / 1000);
  element.hidden = left === null || view.phase === "ended";
  if (left === null) return;
  const words = `${Math.floor(left / 60)}:${String(Math.floor(left % 60)).padStart(2, "0")}`;
  if (element.firstChild.textContent !== words) element.firstChild.textContent = words;
  element.classList.toggle("late", left < 10);
  element.querySelector("i").style.width = `${Math.min(100, (left / 45) * 100)}%`;
}
setInterval(() => view !== null && clock(), 250);

/** What is printed on the felt: the game, and what its few simple wagers pay. */
function printFelt(told) {
  const few = told.paytables.length <= 3 ? told.paytables : [];
  const lines = few.filter((each) => each.rows.length <= 2 && each.basis === "to 1")
    .map((each) => `${told.wagers.find((wager) => wager.id === each.wager)?.name ?? each.wager} pays ${each.rows[0].pays} to 1`);
  parts.print.replaceChildren(h("p", { class: "print-name" }, told.name), h("p", { class: "print-pays" }, lines.join("  ·  ")));
}

document.addEventListener("keydown", (event) => {
  if (view === null || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, [role=tablist], .card-button")) return;
  const letter = event.key.toLowerCase();
  const choice = /^[a-z]$/.test(letter) ? parts.actions.querySelector(`[data-letter="${letter}"]`) : null;
  if (choice !== null) choice.click();
  else if (letter === "r") parts.actions.querySelector('[data-key="rebet"]')?.click();
  else if (letter === "c") parts.actions.querySelector('[data-key="clear"]')?.click();
  else return;
  event.preventDefault();
});
parts.you.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target.classList.contains("typed")) {
    event.target.dispatchEvent(new Event("change"));
    placeBets();
  }
});
