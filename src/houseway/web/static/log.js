// The log of roots in the browser: the head that is shown must go on from the one that was seen last.
import { ask, wish } from "./base.js";
import { bytes, hex, sha256 } from "./sha256.js";

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
  if (head.size < seen.size) return `${seen.size - head.size} entries are gone`;
  if (head.size === seen.size) return head.root === seen.root ? "" : "another log of the same size is shown";
  const { first, second, path } = await ask(`/api/log/growth?first=${seen.size}&second=${head.size}`);
  if (first.root !== seen.root || second.root !== head.root) return "it is not the log that was shown before";
  const roots = grown(seen.size, head.size, seen.root, path);
  return roots !== null && roots[0] === seen.root && roots[1] === head.root ? "" : "it does not go on from it";
}

async function check() {
  const head = await ask("/api/log");
  const seen = JSON.parse(wish.read("log", "null"));
  if (head.size === 0) return "The log is empty.";
  if (seen !== null) {
    const found = await fault(seen, head);
    if (found) {
      return `It does NOT hold: your browser saw a head of ${seen.size} entries, and ${found}. Keep ${seen.root}.`;
    }
  }
  wish.keep("log", JSON.stringify({ size: head.size, root: head.root }));
  return seen === null
    ? "Your browser notes this head, and compares the next one with it."
    : `It holds: the ${head.size} entries begin with the ${seen.size} that your browser saw last.`;
}

const verdict = document.getElementById("verdict");
check().then((words) => {
  verdict.textContent = words;
}, (failed) => {
  verdict.textContent = failed.message;
});
