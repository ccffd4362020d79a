// What this browser has noted of rounds, before it showed what could tell how they are dealt: at its seal what all had
// committed to, and the closing before it opened its number. Each is a fact: noted once, and not replaced.
import { wish } from "./base.js";
import { roomKey } from "./receipts.js";

const MOST_KEPT = 300;

const all = () => JSON.parse(wish.read("commits", "{}"));

const keep = (notes) => wish.keep("commits", JSON.stringify(Object.fromEntries(notes.slice(-MOST_KEPT))));

// never a whole number alone: an object has those first and in their order, not as they came
const ofRound = (round) => `round ${round}`;
const ofSeal = (commit) => `seal ${commit}`;

/** Whether a note is of another room at this address, by the keys of both. */
const isElsewhere = ({ room }) => Boolean(room && roomKey()) && room !== roomKey();

/** What was noted of a round by its number; pages noted it under the number alone before. */
export function roundNoted(round) {
  const notes = all();
  const noted = notes[ofRound(round)] ?? notes[round];
  return noted === undefined || isElsewhere(noted) ? undefined : noted;
}

/** What was noted of a round; of another, or of a seal, where that number is told here and nothing is certain. */
export function notedOf(round, record) {
  const notes = all();
  const told = (Array.isArray(record?.seals) ? record.seals : []).map((each) => each?.commit);
  const noted = notes[ofRound(round)] ?? notes[round];
  if (noted !== undefined && !noted.doubt) return noted;
  return Object.values(notes).find(({ commit }) => told.includes(commit)) ?? noted;
}

/** A number is sealed: with what all had committed to then, and what was to be dealt from. What was noted of it first
 * stands, by whatever round it was noted since. */
export function noteSeal(commit, sealed) {
  const notes = all();
  if (Object.values(notes).some((each) => each.commit === commit && each.sealed)) return;
  keep([...Object.entries(notes), [ofSeal(commit), { commit, sealed, room: roomKey() }]]);
}

/** A number that was sealed is told not to be played: a record that plays by it tells otherwise. */
export function noteOut(commit) {
  const notes = all();
  const { sealed, ...seal } = notes[ofSeal(commit)] ?? {};
  if (sealed) keep(Object.entries({ ...notes, [ofSeal(commit)]: { ...seal, sealed: { ...sealed, out: true } } }));
}

/** A round began: with what was noted when its number was sealed. */
export function noteRound(round, noted) {
  const { [ofSeal(noted.commit)]: seal, [ofRound(round)]: before, [round]: _older, ...others } = all();
  const { sealed } = [seal, before].find((each) => each?.commit === noted.commit) ?? {};
  keep([...Object.entries(others), [ofRound(round), { sealed, ...noted, room: roomKey() }]]);
}
