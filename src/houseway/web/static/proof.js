// The check of a shoe and of a round in the browser itself, as `python -m houseway.verifier` makes it.
// Once the page and its files are there, nothing more is asked of the room. The ruling is left to `houseway settle`.
import { ask, cardFace, h, wish } from "./base.js";
import { botsIn, unacknowledged } from "./answered.js";
import { knows, logFault, packFault } from "./claims.js";
import { roundFault, shoeFault } from "./dealt.js";
import { receiptsOf } from "./receipts.js";
import { _, ngettext } from "./words.js";

const verdict = document.getElementById("verdict");

/** What this browser noted of a round before it opened its number. */
const notedOf = (round) => JSON.parse(wish.read("commits", "{}"))[round];

function brought(record) {
  const seats = (record.seals ?? []).map((each) => each.seat);
  if (seats.length === 0) return ` ${_("No player's own number went into it.")}`;
  const found = (record.seals ?? []).some((each) => each.factor === undefined);
  const ordered = ngettext(
    "The number of seat %(seats)s ordered what was left.",
    "The numbers of seats %(seats)s ordered what was left.",
    seats.length,
    { seats: seats.join(", ") },
  );
  return ` ${ordered}${found ? ` ${_("One was found by squaring: the script squares it again.")}` : ""}`;
}

/** What was gone before it, on the room's word: the rounds before it tell whether that was dealt. */
function before({ position }) {
  if (!position) return "";
  const told = ngettext(
    "%(num)s card was gone before it: whether it was dealt, the rounds before it tell.",
    "%(num)s cards were gone before it: whether they were dealt, the rounds before it tell.",
    position,
  );
  return ` ${told}`;
}

/** Who answered, as far as it rests on the room's word alone. */
function answered(record, receipts) {
  const bots = botsIn(record).join(", ");
  const told = bots ? ` ${_("Bots answered at these seats, on the room's word: %(seats)s.", { seats: bots })}` : "";
  const silent = unacknowledged(record, receipts);
  return told + (silent ? ` ${_("It tells an answer of yours that this browser has no receipt for.")}` : "");
}

async function check() {
  const proof = await ask(`/api/proof/${verdict.dataset.shoe}`);
  if (proof.openings.length === 0) return _("No card of this shoe has been shown to you yet.");
  const round = new URLSearchParams(location.search).get("round");
  const record = round === null ? null : await ask(`/api/rounds/${round}/record`);
  const own = { round: Number(round), noted: notedOf(round), receipts: receiptsOf(round) };
  const other = proof.shoe === Number(verdict.dataset.shoe) ? "" : _("the proof is of another shoe");
  const fault = other || shoeFault(proof) || packFault(proof) || logFault(proof) ||
    (record === null ? "" : roundFault(record, proof, own));
  if (fault) return _("It does NOT hold: %(fault)s.", { fault });
  const cut = proof.cut ?? 0;
  const dealt = [...proof.openings].sort((a, b) =>
    ((a.index - cut + proof.size) % proof.size) - ((b.index - cut + proof.size) % proof.size)
  );
  document.getElementById("checked").replaceChildren(
    ...dealt.map((opening) => cardFace(opening.card, { small: true })),
  );
  const all = ngettext(
    "It holds: the one card shown leads to the seal.",
    "It holds: all %(num)s cards shown lead to the seal.",
    dealt.length,
  );
  const told = _("Round %(round)s was dealt and drawn from it, each card at its place; who got which is as told.", {
    round,
  });
  const pack = knows(proof.game) ? "" : ` ${_("Its pack is as told: this page does not know the game.")}`;
  return `${all}${pack}${
    record === null ? "" : ` ${told}${before(record)}${brought(record)}${answered(record, own.receipts)}`
  } ${_("From the cut on:")}`;
}

check().then((words) => {
  verdict.textContent = words;
  const round = new URLSearchParams(location.search).get("round");
  const [noted, receipts] = [notedOf(round), receiptsOf(round)];
  const told = noted?.closing ? [`--commit ${noted.commit} --closing ${noted.closing} `] : [];
  if (receipts.length) {
    const file = `receipts-${round}.json`;
    const href = URL.createObjectURL(new Blob([JSON.stringify(receipts)], { type: "application/json" }));
    told.push(h("a", { href, download: file }, `--receipts ${file}`));
  }
  if (told.length) document.getElementById("noted").replaceChildren(`${_("Your browser noted")}: `, ...told);
}, (fault) => {
  verdict.textContent = fault.message;
});
