// Who signs out gets up first wherever a bet that this browser has signed binds their seat: nobody else can.
import { ask, freshKey, wish } from "./base.js";

/** Milliseconds for which signing out waits for that. */
const MOST = 3000;

/** Milliseconds for which a bet may bind its seat. */
const BOUND = 300000;

/** What pages kept of each table, as `numbers.js` keeps it. */
function tables() {
  try {
    const names = Object.keys(localStorage).map((each) => /^houseway\.(number\.(\d+))$/.exec(each));
    return names.filter((each) => each !== null).map(([, name, table]) => ({ name, table: Number(table) }));
  } catch {
    return [];
  }
}

async function getUp({ name, table }) {
  const kept = JSON.parse(wish.read(name, "{}"));
  const hand = kept.hands?.at(-1);
  if (hand === undefined || !(Date.now() - hand.at < BOUND)) return;
  const { signBet } = await import("./betting_key.js");
  const { after, seat, secret } = hand;
  const nth = hand.nth + 1;
  const hands = [...kept.hands.slice(0, -1), { ...hand, nth }];
  wish.keep(name, JSON.stringify({ ...kept, hands, laid: kept.laid && { ...kept.laid, going: true } }));
  const signed = signBet(secret, { table, seat, after, nth, wagers: {}, commit: "" });
  await ask(`/api/tables/${table}/commands`, { key: freshKey(), version: null, kind: "leave", data: { signed } });
}

for (const form of document.querySelectorAll('form[action="/sign-out"]')) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const all = tables().map((each) => getUp(each).catch(() => {})); // what is refused, signing out does as it can
    await Promise.race([Promise.all(all), new Promise((late) => setTimeout(late, MOST))]);
    form.submit();
  });
}
