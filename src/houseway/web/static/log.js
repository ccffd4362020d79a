// The log of roots in the browser: the head that is shown must go on from the one that was seen last.
import { ask, wish } from "./base.js";
import { leafOf, MOST, whole } from "./claims.js";
import { headFormFault, isHash } from "./forms.js";
import { roomKey } from "./receipts.js";
import { bytes, hex, sha256 } from "./sha256.js";
import { headFault, otherKeySaid } from "./signed.js";
import { tell } from "./verdict.js";
import { _, ngettext } from "./words.js";

const node = (left, right) => sha256(Uint8Array.of(1), left, right);

/** The roots of both sizes that a proof of growth leads to (RFC 9162, 2.1.4.2); null where it has another length. */
export function grown(first, second, old, path) {
  const steps = (first & (first - 1)) === 0 ? [bytes(old), ...path.map(bytes)] : path.map(bytes);
  let [at, last] = [first - 1, second - 1];
  while (at % 2) [at, last] = [at >> 1, last >> 1];
  if (steps.length === 0) return null;
  let before = steps.shift();
  let after = before;
  for (; last > 0; [at, last] = [at >> 1, last >> 1]) {
    if (at % 2 === 0 && at !== last) {
      if (steps.length === 0) return null;
      after = node(after, steps.shift());
      continue;
    }
    while (at % 2 === 0 && at > 0) [at, last] = [at >> 1, last >> 1];
    if (at === 0) continue;
    if (steps.length === 0) return null;
    const beside = steps.shift();
    [before, after] = [node(beside, before), node(beside, after)];
  }
  return steps.length ? null : [hex(before), hex(after)];
}

/** What is wrong between a head that was seen and the one of today; empty where it only grew. */
async function fault(seen, head) {
  if (head.size < seen.size) {
    return ngettext("%(num)s entry is gone", "%(num)s entries are gone", seen.size - head.size);
  }
  if (head.size === seen.size) return head.root === seen.root ? "" : _("another log of the same size is shown");
  const { first, second, path } = await ask(`/api/log/growth?first=${seen.size}&second=${head.size}`);
  if (!Array.isArray(path) || !path.every(isHash)) return _("it does not go on from it");
  if (first.root !== seen.root || second.root !== head.root) return _("it is not the log that was shown before");
  const roots = grown(seen.size, head.size, seen.root, path);
  return roots !== null && roots[0] === seen.root && roots[1] === head.root ? "" : _("it does not go on from it");
}

/** The root of the tree over these leaves: where a row has one without a neighbour, it rises unchanged. */
export function treeOf(leaves) {
  let row = leaves;
  while (row.length > 1) {
    const pairs = Array.from({ length: row.length >> 1 }, (_each, at) => node(row[2 * at], row[2 * at + 1]));
    row = [...pairs, ...row.slice(row.length & ~1)];
  }
  return row.length ? hex(row[0]) : "";
}

/** What is wrong with the entries under a head: they give it, and tell no shoe and no root twice; inclusion would
 * prove each. */
export async function entriesFault(head, part, older = new Set()) {
  const [leaves, shoes, roots, last] = [[], new Set(), new Set(), new Map()];
  if (!whole(head.size, 0, MOST)) return _("the log tells what is no whole number");
  while (leaves.length < head.size) {
    const entries = (await part(leaves.length)).slice(0, head.size - leaves.length);
    if (entries.length === 0) return _("entries are left out");
    for (const each of entries) {
      const { after, shoe, size, table } = each;
      if (![shoe, size, table].every((one) => whole(one, 1, MOST)) || (after !== undefined && !whole(after, 0, MOST))) {
        return _("the log tells what is no whole number");
      }
      if (!isHash(each.root)) return _("the root of shoe %(shoe)s is none", { shoe });
      if (after === undefined ? last.size > 0 : after <= (last.get(table) ?? -1)) {
        return _(
          "shoe %(shoe)s of table %(table)s came after no round of the one before it: a round may be of both",
          each,
        );
      }
      if (after !== undefined) last.set(table, after);
      else older.add(shoe);
      if (shoes.has(shoe)) {
        return _("shoe %(shoe)s stands there twice, and one person may see another than the next", { shoe });
      }
      if (roots.has(each.root)) {
        return _("shoe %(shoe)s has the root of one before it: who has seen that one's order knows this one's", {
          shoe,
        });
      }
      shoes.add(shoe);
      roots.add(each.root);
      leaves.push(leafOf(each));
    }
  }
  return treeOf(leaves) === head.root ? "" : _("the entries are not those of this head");
}

/** What is wrong between the head that was seen last and this one, in a sentence. */
async function otherThanSeen(seen, head) {
  const found = seen === null ? "" : await fault(seen, head);
  return found && ngettext(
    "It does NOT hold: your browser saw a head of %(num)s entry, and %(fault)s. Keep %(root)s.",
    "It does NOT hold: your browser saw a head of %(num)s entries, and %(fault)s. Keep %(root)s.",
    seen.size,
    { fault: found, root: seen.root },
  );
}

async function check() {
  const head = await ask("/api/log");
  const seen = JSON.parse(wish.read("log", "null"));
  const misshapen = headFormFault(head);
  if (misshapen) return { words: _("It does NOT hold: %(fault)s.", { fault: misshapen }), holds: false };
  const other = await otherThanSeen(seen, head);
  if (other) return { words: other, holds: false };
  if (head.size === 0) return { words: _("The log is empty.") };
  const older = new Set();
  const told = await entriesFault(head, (start) => ask(`/api/log/entries?start=${start}`), older) || headFault(head);
  if (told) return { words: _("It does NOT hold: %(fault)s.", { fault: told }), holds: false };
  const signer = otherKeySaid(head.key, roomKey());
  wish.keep("log", JSON.stringify({ size: head.size, root: head.root, key: head.key }));
  const noted = seen === null ? _("Your browser notes this head, and compares the next one with it.") : ngettext(
    "It holds: the log has the %(num)s entry that your browser saw last.",
    "It holds: the %(num)s entries begin with the %(seen)s that your browser saw last.",
    head.size,
    { seen: seen.size },
  );
  const all = `${noted}${signer} ${_("All entries give this head, and no shoe stands there twice.")}`;
  const words = older.size ? `${all} ${_("Older entries do not tell of which shoe a round was.")}` : all;
  return { words, holds: signer ? undefined : true };
}

const verdict = document.getElementById("verdict");
check().then(({ words, holds }) => tell(verdict, words, holds), (failed) => tell(verdict, failed.message));
