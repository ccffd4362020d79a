// A table: what the newest view says, drawn; what the person does, sent.
import { actions } from "./actions.js";
import { Arranger } from "./arrange.js";
import { mine, myQuestion, questionKey } from "./asking.js";
import { askWhenReady, dollars, wish } from "./base.js";
import { Bets } from "./bets.js";
import { Clock } from "./clock.js";
import { mayClose, plannedCut, STAFF } from "./desk.js";
import * as motion from "./motion.js";
import * as sound from "./sound.js";
import { Panel } from "./panel.js";
import { arc, dealer, meters, printed, seat, shoe } from "./seats.js";
import { fit, Slip } from "./slip.js";
import { Numbers } from "./numbers.js";
import { laidElsewhere, moreChips } from "./offers.js";
import { Line } from "./stream.js";
import { Hint } from "./trainer.js";
import { announce, answeredFor, freed, lineIsBack, onItsWay, say, toast, warn } from "./voice.js";
import { yourSeat } from "./you.js";
import { _ } from "./words.js";

const main = document.getElementById("main");
const table = Number(main.dataset.table);
const { role } = main.dataset;
const owner = "owner" in main.dataset; // who has opened it
const PARTS = ["felt", "print", "meters", "dealer", "shoe", "others", "slip", "you", "actions"];
const parts = Object.fromEntries(PARTS.map((id) => [id, document.getElementById(id)]));
const drawnAs = new Map();
const waiting = new Map(); // by part: the control that had the focus, while it cannot be used

let view = null;
let rules = null; // what this table is played by; a manager may change it between rounds
let arranger = null;
let lying = 0; // how many cards lie on the felt
let pressed = null; // a button or a field, from the press to the click: it stays where it is
let busy = ""; // what is under way: a question that is being answered, or another act
let placing = false; // wagers are on their way, from the press to the deal
const clock = new Clock();
const hint = new Hint(`/api/tables/${table}/hint`, () => draw());
const slip = new Slip(() => draw());
const panel = new Panel(table, role, owner, (kind, data) => act(kind, data));
const bets = new Bets(table, { changed: (focus) => draw(focus), about: (wager) => panel.about(wager) });
panel.wishes = () => draw();
panel.ready = (read) => {
  rules = read;
  parts.print.replaceChildren(...printed(rules));
  draw();
};
const line = new Line(table, take, (state, why) => {
  document.body.dataset.line = state;
  if (state === "lost") toast(_("The line to the room is lost. It comes back by itself; your wagers are safe."), true);
  else if (state === "gone") toast(why, true);
  else lineIsBack();
});
line.onWay = onItsWay;

const numbers = new Numbers(table, line, warn);
line.onOther = warn;

// ---------------------------------------------------------------------------------------------------- what is seen

function take(next) {
  const first = view === null;
  const before = view;
  view = next;
  numbers.take(before, view);
  clock.take(view);
  motion.begin(view.round, first);
  // A round may be over as it begins: its wagers are laid all the same.
  if (before !== null && before.round !== view.round && view.phase !== "betting") bets.lay({});
  bets.close(view.jackpots_closed);
  arranger = arrangerFor(myQuestion(view));
  if (before !== null && setAs(before) !== setAs(view)) panel.changed();
  slip.late(view.round, answeredFor(before, view));
  if (first && location.hash === "#least") layTheLeast();
  draw();
  const shown = parts.felt.querySelectorAll("[data-at]").length;
  const landed = motion.settle(parts.felt, first);
  motion.tell(parts.felt, landed, first);
  if (before !== null && shown > lying) sound.cards(shown - lying);
  lying = shown;
  if (before !== null && before.phase !== "ended" && view.phase === "ended") finish(landed);
  announce(before, view);
  freed(before, view);
  if (mine(view) !== null) document.getElementById("my-chips").textContent = dollars(mine(view).chips_cents);
}

/** What the rules panel, the odds and the print on the felt rest on. */
const setAs = (seen) => JSON.stringify([seen.settings, seen.document]);

/** Who comes to play at once finds the least wagers on their spots, theirs to change before the deal. */
function layTheLeast() {
  history.replaceState(null, "", location.pathname);
  if (mine(view) === null || view.phase === "playing") return;
  bets.lay(Object.fromEntries(
    view.wagers.filter((each) => each.required).map((each) => [each.id, each.least_cents]),
  ));
}

/** The hand that is being set: the same one as long as the question is. */
function arrangerFor(asked) {
  if (asked?.kind !== "arrange") return null;
  const key = questionKey(view);
  if (arranger?.question === key) return arranger;
  const set = (piles) => answer({ answer: piles });
  const made = new Arranger(`/api/tables/${table}/hand`, asked, { tell: say, set, advise, house: view.dealer.plays });
  return Object.assign(made, { question: key });
}

/** Rebuild a part only where what it shows has changed, and keep the focus. */
function part(element, state, build, focus = null) {
  const key = JSON.stringify(state);
  if (drawnAs.get(element) === key || (pressed !== null && element.contains(pressed))) return;
  drawnAs.set(element, key);
  const held = focus ?? focused(element);
  element.replaceChildren(...[build()].flat(2).filter(Boolean));
  const again = held === null ? null : element.querySelector(`[data-key="${CSS.escape(held)}"]`);
  again?.focus();
  if (again?.disabled) waiting.set(element, held);
  else waiting.delete(element);
}

/** The control of a part that has the focus, or had it when it could last be used and nothing else has it since. */
function focused(element) {
  if (element.contains(document.activeElement)) return document.activeElement.dataset.key ?? null;
  return document.activeElement === document.body ? waiting.get(element) ?? null : null;
}

function draw(focus = null) {
  if (view === null) return;
  const me = mine(view);
  const open = !["playing", "sealing"].includes(view.phase) && !(me?.ready ?? false);
  document.body.dataset.phase = view.phase;
  document.body.toggleAttribute("data-again", view.phase === "ended" && bets.total > 0);
  document.body.classList.toggle("seated", me !== null);
  drawOthers(me, focus);
  part(parts.slip, [slip.state(view), me?.number], () => slip.draw(view, me));
  const own = { view, me, open, bets, arranger, role };
  const betting = [bets.draft, bets.refused, bets.chip, bets.closed];
  part(parts.you, [me, open, betting, arranger?.question ?? "", view.wagers, view.phase], () => yourSeat(own), focus);
  drawActions(me, open, focus);
  panel.update(view, me);
  fit(parts.slip, parts.you, parts.dealer, parts.meters);
  clock.tick();
}

function drawOthers(me, focus) {
  parts.dealer.hidden = !view.dealer.plays;
  part(parts.dealer, [view.dealer, view.phase], () => dealer(view));
  part(parts.shoe, [view.shoe.left, view.drawn], () => shoe(view));
  part(parts.meters, [view.meters_cents, view.jackpots_say, rules?.prizes_cents], () => meters(view, rules));
  // Players sit down, who sits and the supervisor call bots until a wager lies, others look on.
  const laid = view.phase === "betting" && view.seats.some((at) => Object.keys(at.wagers).length > 0);
  const may = {
    sit: me === null && role === "player" && !view.closed,
    bots: (me !== null || STAFF.includes(role)) && !view.closed && !laid,
  };
  const seats = () => arc(view, me).map((at) => seat(view, at, { sit, bot, may }));
  part(parts.others, [view.seats, view.ruling, view.phase, me?.number], seats, focus);
}

function drawActions(me, open, focus) {
  const key = questionKey(view);
  const hinted = key !== "" && wish.read("hints", "no") === "yes";
  const closes = mayClose(view, owner);
  const state = [me, open, bets.draft, bets.chip, key, busy, view.phase, view.asked, view.paused, view.closed, closes];
  const { behind } = line;
  const answering = behind || (busy !== "" && busy === key);
  const at = { view, open, closes, bets, arranger, hinted, busy: behind || busy !== "", answering };
  const advised = () => {
    wish.keep("hints", hinted ? "no" : "yes");
    draw("advice");
  };
  const may = {
    answer,
    advised,
    bet: placeBets,
    change: askedToChange,
    leave: () => act("leave"),
    close: () => act("close"),
  };
  const build =
    () => [clock.element(), actions({ ...at, hint: hinted ? hint.line(key) : "", best: hint.best(key) }, may)];
  part(parts.actions, [...state, behind, hint.state, hinted], build, focus);
}

/** Cards land, then totals are told, then chips move, then the slip lies there. */
function finish(landed) {
  const me = mine(view);
  motion.appear(parts.felt.querySelectorAll(".note, .net"), landed);
  motion.appear(parts.slip.children, landed + 350);
  const own = (view.ruling ?? []).filter((each) => each.seat === me?.number);
  sound.result(own.reduce((sum, each) => sum + each.cents, 0));
  for (const each of view.ruling ?? []) {
    const spot = me !== null && each.seat === me.number
      ? parts.you.querySelector(`[data-wager="${each.wager}"] .circle`)
      : parts.others.querySelector(`[data-seat="${each.seat}"] .seat-bet`);
    if (each.cents !== 0 && view.dealer.plays) motion.pay(spot, parts.dealer, { delay: landed, back: each.cents > 0 });
  }
}

// ---------------------------------------------------------------------------------------------------- what is done

/** What the room answers to what it has not done. */
const REFUSALS = [403, 409, 422];

async function act(kind, data = {}, still = null, refused = () => {}) {
  const doing = still === null ? kind : questionKey(view);
  busy = doing;
  draw();
  const back = ["clear", "leave"].includes(kind);
  let order = data;
  try {
    if (back) order = numbers.takeBack();
    const { own: _own, ...sent } = order;
    const done = await line.act(kind, sent, still);
    if (back) numbers.takenBack(order, done);
    toast("");
    return done;
  } catch (fault) {
    if (back) numbers.stays(order, REFUSALS.includes(fault.status));
    else if (REFUSALS.includes(fault.status)) refused();
    toast(fault.message, false, kind === "bet" && mine(view)?.chips_cents <= FEW ? moreChips() : null);
    return null;
  } finally {
    if (busy === doing) busy = ""; // the next question may be under way
    draw();
  }
}

const FEW = 10000; // cents: who has so little is given more

const sit = (number) => act("sit", { seat: number });
const bot = (number, add) => act(add ? "add-bot" : "remove-bot", { seat: number });
const changeBets = () => {
  bets.lay({ ...mine(view).wagers });
  return act("clear");
};

/** Who takes back here what another browser has laid may not be able to lay anything from here for a while. */
const askedToChange = () => numbers.isOwn || !mine(view)?.commit ? changeBets() : laidElsewhere(changeBets);

/** To a field whose amount is refused; its sentence is beside it. */
function toRefused() {
  const wrong = [...parts.you.querySelectorAll(".typed[aria-invalid]")];
  if (!wrong.includes(document.activeElement)) wrong[0]?.focus();
}

/** Milliseconds for which one is not ready, where what the room has of one's bet is not seen yet. */
const MOST_UNSEEN = 3000;

/** Place what lies on the spots and deal, once; where something is under way, after that. */
async function placeBets() {
  if (placing) return;
  placing = true;
  try {
    await line.seen();
    await place();
  } finally {
    placing = false;
  }
}

async function place() {
  if (Object.keys(bets.refused).length > 0) return toRefused(); // the old amount is not what they mean
  const wagers = { ...bets.draft };
  const signed = await numbers.bet(wagers);
  if (signed === null) return toast(_("The table has moved on: look again."));
  const { begun, since, ...bet } = signed;
  const done = await act("bet", bet, null, () => numbers.refused(bet));
  if (done === null) return;
  numbers.acknowledged({ ...bet, begun, since }, done, view);
  bets.keep();
  // so that this page has seen by which number one's wagers lie there
  await Promise.race([line.seen(), new Promise((late) => setTimeout(late, MOST_UNSEEN))]);
  const position = plannedCut(view);
  if (position !== null) await act("cut", { position });
  await act("ready");
}

function answer(data) {
  const key = questionKey(view);
  if (busy === key || line.behind) return; // it is answered, and what comes of it is not seen yet
  return act("answer", data, (newer) => questionKey(newer) === key);
}

async function advise(which, waits) {
  const hand = arranger;
  const path = `/api/tables/${table}/${which === "house" ? "house-way" : "hint"}`;
  try {
    const found = await askWhenReady(path, undefined, waits, () => arranger === hand);
    return found.answer ?? found.options?.[0].answer ?? null;
  } catch (fault) {
    toast(fault.message);
    return null;
  }
}

const refit = () => fit(parts.slip, parts.you, parts.dealer, parts.meters);
globalThis.addEventListener("resize", refit);
const sizes = new ResizeObserver(refit); // larger letters move what it lies between
for (const each of [parts.dealer, parts.you]) sizes.observe(each);

const ELSEWHERE = "input, select, textarea, [role=tablist], .card-button";
const KEYS = { r: "rebet", c: "clear" };

document.addEventListener("keydown", (event) => {
  if (view === null || event.ctrlKey || event.metaKey || event.altKey || event.target.closest(ELSEWHERE)) return;
  const letter = event.key.toLowerCase();
  if (!/^[a-z]$/.test(letter)) return;
  const chosen = parts.actions.querySelector(`[data-letter="${letter}"]`) ??
    parts.actions.querySelector(`[data-key="${KEYS[letter] ?? ""}"]`);
  if (chosen === null && KEYS[letter] === undefined) return;
  chosen?.click();
  event.preventDefault();
});
// Who leaves a field by a click changes the amount as they press, and means the button or the field that they see.
for (const each of [parts.actions, parts.you]) {
  each.addEventListener("mousedown", (event) => {
    pressed = event.target.closest("button:not(.card-button), input");
  });
}
document.addEventListener("mouseup", () => {
  if (pressed === null) return;
  setTimeout(() => {
    pressed = null;
    draw();
  });
});
parts.you.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target.classList.contains("typed")) {
    event.target.dispatchEvent(new Event("change"));
    placeBets();
  }
});
