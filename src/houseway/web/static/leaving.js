// Who signs out gets up first wherever a bet that this browser has signed binds their seat: nobody else can.
import { ask, freshKey, wish } from "./base.js";

/** Milliseconds for which signing out waits for that. */
const MOST = 3000;

/** Milliseconds for which a bet may bind its seat. */
const BOUND = 300000;

/** What pages kept of each table, as `numbers.js` keeps it. */
const tables = () =>
  wish.names().map((each) => /^number\.(\d+)$/.exec(each)).filter((each) => each !== null)
    .map(([name, table]) => ({ name, table: Number(table) }));

/** The key that may bind a seat there: that of the bet which was acknowledged last, or the last that was used. None
 * that a round is sealed for, or was closed with: what it signed then would undo a bet that is played. */
function handOf({ hands = [], laid, sealed, opened }) { // whatever room it was: who is not sure signs nothing
  const fresh = hands.filter(({ at, after }) =>
    Date.now() - at < BOUND && sealed?.after !== after && !(after < opened?.round)
  );
  return fresh.find(({ after, seat }) => after === laid?.after && seat === laid?.seat) ?? fresh.at(-1);
}

async function getUp({ name, table }) {
  const kept = JSON.parse(wish.read(name, "{}"));
  const hand = handOf(kept);
  if (hand === undefined) return;
  const [keys, receipts] = await Promise.all([import("./betting_key.js"), import("./receipts.js")]);
  const { after, seat, secret } = hand;
  const nth = keys.nextOf(hand.nth);
  const keep = (changed) => wish.keep(name, JSON.stringify({ ...JSON.parse(wish.read(name, "{}")), ...changed }));
  const handsAs = (changed) =>
    JSON.parse(wish.read(name, "{}")).hands.map((each) =>
      each.secret === secret ? { ...each, ...changed(each) } : each
    );
  const asked = handsAs(({ going = [] }) => ({ nth, going: [...going, nth] }));
  keep({ hands: asked, laid: kept.laid && { ...kept.laid, going: true } });
  const signed = keys.signBet(secret, { table, seat, after, nth, wagers: {}, commit: "" });
  const order = { key: freshKey(), version: null, kind: "leave", data: { signed } };
  const { receipt, version } = await ask(`/api/tables/${table}/commands`, order).catch((fault) => {
    const hands = handsAs(({ going }) => ({ going: going.filter((each) => each !== nth) }));
    if (fault.status) keep({ laid: kept.laid, hands }); // refused: the bet lies there as before
    throw fault;
  });
  if (!receipts.isForBet(receipt, { table, entry: version, wagers: {}, commit: "", signed })) return;
  receipts.keepBet(receipt);
  keep(keys.takenBack(kept, signed, version));
}

for (const form of document.querySelectorAll('form[action="/sign-out"]')) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const all = tables().map((each) => getUp(each).catch(() => {})); // what is refused, signing out does as it can
    await Promise.race([Promise.all(all), new Promise((late) => setTimeout(late, MOST))]);
    form.submit();
  });
}
