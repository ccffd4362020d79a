// The check of a shoe and of a round in the browser itself, as `python -m houseway.verifier` makes it.
// Once the page and its files are there, nothing more is asked of the room; files that somebody kept are checked alike.
// The ruling is left to `houseway verify-round`.
import { ask, cardFace, h } from "./base.js";
import { botsIn, unacknowledged } from "./answered.js";
import { knows, logFault, MOST, packFault, whole } from "./claims.js";
import { roundFault, shoeFault } from "./dealt.js";
import { cardsAsTold } from "./hands.js";
import { betSaid } from "./laid.js";
import { notedOf } from "./noted.js";
import { hasOthers, receiptsOf, roomKey } from "./receipts.js";
import { headFault, otherKeySaid, signedSaid } from "./signed.js";
import { tell } from "./verdict.js";
import { _, ngettext } from "./words.js";

const verdict = document.getElementById("verdict");

/** The number of a round; null where a text is none, for another spelling of it would find nothing that was noted. */
const numberOf = (text) => /^[1-9]\d*$/.test(text) && whole(Number(text), 1, MOST) ? Number(text) : null;

/** The round that the page was asked for by its address; undefined where it was asked for none. */
function roundAsked() {
  const text = new URLSearchParams(location.search).get("round");
  return text === null ? undefined : numberOf(text);
}

/** What this browser noted of a round, and the receipts that it has for it. */
function ownOf(round, record) {
  const noted = notedOf(round, record);
  const others = record !== null && hasOthers(round, record);
  return { noted, receipts: receiptsOf(round, record ?? undefined, noted), others };
}

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

/** What of one's own number this browser cannot tell; `noted` is null where its notes are of another room. */
function unnoted(record, noted) {
  if (noted === null) return "";
  if (noted === undefined) return ` ${_("Your browser has noted nothing of this round.")}`;
  if (noted.closing === undefined) {
    return ` ${
      _("Your browser has noted what all committed to, and not how this round was closed: it was not shown.")
    }`;
  }
  if (noted.late !== undefined) {
    const num = Number(noted.late);
    return ` ${
      _("The last number was shown %(num)s s after yours was sealed: time enough to have found yours.", { num })
    }`;
  }
  if (!noted.doubt || (record.seals ?? []).some(({ commit }) => commit === noted.commit)) return "";
  const told = _(
    "Your seat had another bet: if you have not bet from another device, your browser's number was left out.",
  );
  return ` ${told}`;
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
  return told + betSaid(record, receipts) +
    (silent ? ` ${_("It tells an answer of yours that this browser has no receipt for.")}` : "");
}

/** What was not judged: what the rules pay, and cards that they alone account for. */
function asTold(record, { log }) {
  const held = _("Each hand holds what was dealt to it, and each payout adds up.");
  const paid = _("What the rules pay is as told: %(command)s computes it.", { command: "houseway verify-round" });
  const cards = cardsAsTold(record).join(" ");
  const away = cards ? ` ${_("That the rules put these cards aside is as told: %(cards)s.", { cards })}` : "";
  return ` ${held} ${paid}${away} ${signedSaid(record, log.head.key)}`;
}

/** The first thing that is wrong with a proof and, where there is one, with the record of a round. */
function faultOf(proof, record, own) {
  try {
    return shoeFault(proof) || packFault(proof) || logFault(proof) || headFault(proof.log.head) ||
      (record === null ? "" : roundFault(record, proof, own));
  } catch (fault) {
    if (!(fault instanceof TypeError || fault instanceof SyntaxError || fault instanceof RangeError)) throw fault;
    return _("a field is missing, or holds what belongs nowhere in it");
  }
}

/** What holds and what does not, in sentences, and the cards that do; nothing is asked of the room. Under another key
 * than this browser saw nothing is approved. */
function judged(proof, record, own) {
  if (proof.openings.length === 0) return { words: _("No card of this shoe has been shown to you yet.") };
  const fault = faultOf(proof, record, own);
  if (fault) return { words: _("It does NOT hold: %(fault)s.", { fault }), holds: false };
  const cut = proof.cut ?? 0;
  const dealt = [...proof.openings].sort((a, b) =>
    ((a.index - cut + proof.size) % proof.size) - ((b.index - cut + proof.size) % proof.size)
  );
  const all = ngettext(
    "It holds: the one card shown leads to the seal.",
    "It holds: all %(num)s cards shown lead to the seal.",
    dealt.length,
  );
  const told = _("Round %(round)s was dealt and drawn from it, each card at its place; who got which is as told.", {
    round: own.round,
  });
  const pack = knows(proof.game) ? "" : ` ${_("Its pack is as told: this page does not know the game.")}`;
  const dealtFrom = record === null
    ? ""
    : ` ${told}${before(record)}${brought(record)}${unnoted(record, own.noted)}${answered(record, own.receipts)}${
      asTold(record, proof)
    }`;
  const otherKey = otherKeySaid(proof.log.head.key, own.key);
  const others = own.others
    ? ` ${_("Receipts of yours for that time are signed with another key than the record, and are not compared.")}`
    : "";
  const from = cut === 0 ? _("From the top on:") : _("From the cut on:");
  const words = `${all}${pack}${dealtFrom}${otherKey}${others} ${from}`;
  return {
    words,
    cards: dealt.map(({ card }) => card),
    holds: otherKey || others || (record !== null && own.noted?.late !== undefined) ? undefined : true,
  };
}

/** The proof of the page's shoe and the record of the round that one came from, as the room tells them. */
let looked = null; // the record of this page's round, as the room told it

async function check() {
  const proof = await ask(`/api/proof/${verdict.dataset.shoe}`);
  const round = roundAsked();
  if (round === null) {
    return { words: _("The address of this page names no round: open it from the page of the round.") };
  }
  const record = round === undefined || proof.openings.length === 0 ? null : await ask(`/api/rounds/${round}/record`);
  looked = record;
  if (proof.shoe !== Number(verdict.dataset.shoe)) {
    return { words: _("It does NOT hold: %(fault)s.", { fault: _("the proof is of another shoe") }), holds: false };
  }
  return judged(proof, record, { round, ...ownOf(round, record), key: roomKey() });
}

/** The same of files that somebody kept; notes of this browser are of this room, whose shoe it must be. */
async function checkKept(files) {
  const told = await Promise.all([...files].map(async (file) => JSON.parse(await file.text())));
  const proofs = told.filter((each) => each?.openings !== undefined);
  const records = told.filter((each) => each?.entries !== undefined);
  if (proofs.length !== 1 || records.length !== told.length - 1 || told.length > 2) {
    throw new SyntaxError("other files");
  }
  const [proof, record] = [proofs[0], records[0] ?? null];
  const here = proof.root === document.getElementById("root").textContent;
  const round = record?.round ?? null;
  const noted = here ? { ...ownOf(round, record), key: roomKey() } : { noted: null, receipts: [] };
  const { words, cards, holds } = judged(proof, record, { ...noted, round, older: true });
  const other = _("It is another shoe than this page's: your browser's notes were not compared.");
  return { words: here ? words : `${words} ${other}`, cards, holds };
}

let asked = 0;

/** Show what was found, unless something else was asked for meanwhile. */
async function show(found) {
  const own = ++asked;
  const { words, cards = [], holds } = await found.catch((fault) => ({ words: fault.message }));
  if (own !== asked) return;
  document.getElementById("checked").replaceChildren(...cards.map((card) => cardFace(card, { small: true })));
  tell(verdict, words, holds);
}

const kept = document.getElementById("kept");
const otherFiles = () => ({
  words: _("Choose the openings of one shoe and, with them, the record of a round dealt from it."),
});
kept.addEventListener("change", async () => {
  await show(checkKept(kept.files).catch(otherFiles));
  verdict.scrollIntoView({ block: "nearest" }); // a long shoe lies between the files and what is said of them
});

show(check()).then(() => {
  const round = roundAsked() ?? null;
  if (round === null) return;
  const noted = notedOf(round);
  const { receipts } = ownOf(round, looked);
  const closed = noted?.closing ? `--closing ${noted.closing} ` : "";
  const told = closed || noted?.sealed ? [`--commit ${noted.commit} ${closed}`] : [];
  if (receipts.length) {
    const file = `receipts-${round}.json`;
    const href = URL.createObjectURL(new Blob([JSON.stringify(receipts)], { type: "application/json" }));
    told.push(h("a", { href, download: file }, `--receipts ${file}`));
  }
  if (told.length) document.getElementById("noted").replaceChildren(`${_("Your browser noted")}: `, ...told);
});
