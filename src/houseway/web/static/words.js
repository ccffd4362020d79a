// The words of the page's language, from the same file as the templates' have; English is in the scripts themselves,
// but for what is known by an id.

const NONE = { texts: {}, said: {}, plural: "" };
const PLACE = /%\((\w+)\)s/;
const ID = /^[a-z]+(?:-[a-z]+)+$/;
const english = globalThis.document?.documentElement?.lang === "en";
const source = globalThis.document?.querySelector('meta[name="words"]')?.content ?? "";

/** The catalogue; where it cannot be had a page speaks English rather than nothing. */
const words = source === "" ? NONE : await fetch(source).then((answer) => answer.ok ? answer.json() : NONE, () => NONE);

/** How many, with separators as amounts have; not what is known by its number. */
export const thousands = (count) => count.toLocaleString("en-US");

/** The places of marked texts that say how many; pages know them, too. */
const COUNTS = new Set([
  "num",
  "count",
  "shown",
  "size",
  "seen",
  "rounds",
  "decisions",
  "bets",
  "of",
  "asked",
  "right",
]);

const placedIn = (name, value) => COUNTS.has(name) && Number.isInteger(value) ? thousands(value) : String(value);

const filled = (text, values) =>
  text.replaceAll(
    /%(?:\((\w+)\)s|%)/g,
    (whole, name) => whole === "%%" ? "%" : placedIn(name, values[name] ?? whole),
  );

/** A marked text, with its values put in. */
export const _ = (text, values = {}) => filled(words.texts[text] ?? text, values);

/** A marked text that counts something: `num` is how many. */
export function ngettext(one, many, num, values = {}) {
  const forms = words.texts[one];
  const form = forms === undefined ? 0 : words.plural[num < words.plural.length ? num : 100 + num % 100];
  return filled(forms === undefined ? (num === 1 ? one : many) : forms[Number(form)], { num, ...values });
}

let templates = null;
const known = new Map();

/** Characters of a text that templates are tried on, and that is remembered: what the room says is shorter. */
const LONGEST = 800;

/** Characters of a text that is taken apart into its sentences; a longer one is somebody's own, shown as it is. */
const MOST = 8000;

/** How many parts within parts are looked at. */
const DEEPEST = 24;

const LACKING = /this needs [\w-]+, which a plain install leaves out: (.+?)\.?$/is;
const staff = globalThis.document?.querySelector('meta[name="staff"]') ?? null;

/** Whether a sentence is that a part of houseway is not installed. */
export const lacks = (text) => LACKING.test(text);

/** What is said to a player where the lab is not installed; who runs the room reads how to add it. */
const withoutIt = (text) =>
  staff === null ? _("This room runs without the lab: what would have to be computed is left out.") : _(
    "This room runs without the lab: what would have to be computed is left out. To add it: %(command)s",
    { command: text.match(LACKING)[1] },
  );

/** What a game or the room says, in the language of the page; as it is where the catalogue does not have it. */
export function word(text, depth = 0) {
  if (text && lacks(text)) return withoutIt(text);
  if (source === "" || !text) return text;
  if (Object.hasOwn(words.said, text)) return filled(words.said[text], {});
  if (text.endsWith(".") && Object.hasOwn(words.said, text.slice(0, -1))) {
    return `${filled(words.said[text.slice(0, -1)], {})}.`;
  }
  if (english && ID.test(text)) return text.replaceAll("-", " ");
  if (depth > DEEPEST || text.length > MOST) return text;
  if (text.length > LONGEST) return apart(text, depth);
  const key = `${depth} ${text}`;
  if (!known.has(key)) known.set(key, inOwnWords(text, depth));
  return known.get(key);
}

/** What a setting is called. */
export const settingTitle = (id) => {
  const plain = id.replaceAll("-", " ");
  return words.said[`setting:${id}`] ?? plain.slice(0, 1).toUpperCase() + plain.slice(1);
};

/** What a setting is, in words; a number of thousands with its commas. */
export const settingValue = (id, value) =>
  words.said[`setting:${id}=${value}`] ??
    (/^[0-9]{4,15}$/.test(value) ? thousands(Number(value)) : word(value));

/** A paytable in words of its own, or by its wager and number. */
export function paytableTitle(id, wager) {
  const number = /0*([0-9]+[a-z]?)$/.exec(id);
  return word(id) !== id || number === null ? word(id) : _("%(wager)s, paytable %(number)s", {
    wager: word(wager),
    number: number[1],
  });
}

/** What a clause without a number is called. */
export const clauseTitle = (id) => words.said[`clause:${id}`] ?? id.replaceAll(/[.-]/g, " ");

/** What an element says of its language that shows this sentence: English where there are no other words for it. */
export const tongue = (text) =>
  source !== "" && !english && text && word(text) === text ? { lang: "en", "data-untranslated": "" } : {};

function inOwnWords(text, depth) {
  templates ??= Object.entries(words.said).filter(([said]) => PLACE.test(said)).map((
    [said, own],
  ) => [shape(said), own]);
  for (const [said, own] of templates) {
    const found = said(text);
    if (found !== null && Object.values(found).every(closed)) {
      return filled(
        own,
        Object.fromEntries(Object.keys(found).map((name) => [name, placed(name, found, depth)])),
      );
    }
  }
  return apart(text, depth);
}

/** What stands in a place, in words; a setting and what it is by their own. */
function placed(name, found, depth) {
  if (name === "clause") return found.clause; // its name is looked up by its id
  if (name === "changes") return found.changes.split(", ").map((part) => change(part, depth)).join(", ");
  const of = found.chosen?.toLowerCase();
  if (name === "chosen" || name === "follows") {
    const own = words.said[`setting:${found[name].toLowerCase()}`];
    if (own !== undefined) return own;
  }
  if (name === "value" && words.said[`setting:${of}=${found.value}`]) return settingValue(of, found.value);
  return word(found[name], depth + 1);
}

/** What a setting is from now on, by its name; anything else as it is said. */
function change(text, depth) {
  const [, id, value] = /^([a-z0-9-]+) is (.+)$/.exec(text) ?? [];
  const known = id !== undefined && Object.hasOwn(words.said, `setting:${id}`);
  return known ? `${settingTitle(id)} = ${settingValue(id, value)}` : word(text, depth + 1);
}

/** Without its full stop, by the sentences that semicolons join, or with a small letter at its head. */
function apart(text, depth) {
  const bare = text.endsWith(".") && !text.endsWith("..") ? text.slice(0, -1) : "";
  if (bare && word(bare, depth + 1) !== bare) return `${word(bare, depth + 1)}.`;
  const parts = joined(text);
  if (parts.length > 1) return parts.map((part) => word(part, depth + 1)).join("; ");
  const small = text.slice(0, 1).toLowerCase() + text.slice(1);
  const own = small === text ? small : word(small, depth + 1);
  return own === small ? text : own.slice(0, 1).toUpperCase() + own.slice(1);
}

/** How many brackets are open after a part; below nothing for good once one closes that none opened. */
function leftOpen(part, depth = 0) {
  for (const letter of part) {
    if (depth < 0) break;
    depth += Number(letter === "(") - Number(letter === ")");
  }
  return depth;
}

/** Whether every bracket that a part of a sentence opens is closed in it, and no other. */
const closed = (part) => leftOpen(part) === 0;

/** The sentences that semicolons join; those within brackets stay together. */
function joined(text) {
  const parts = [];
  let depth = 0;
  for (const part of text.split("; ")) {
    if (depth === 0) parts.push([]);
    parts.at(-1).push(part);
    depth = leftOpen(part, depth);
  }
  return parts.map((each) => each.join("; "));
}

const TAKES = {
  cards: "[0-9TJQKAcdhsk♠♥♦♣, ]+?",
  rank: "[a-z]+?",
  ranks: "[a-z, ]+?",
  dollars: "[0-9.,]+?",
  points: "[0-9]+?",
  dashed: "[0-9TJQKA-]+?",
  faced: "[0-9TJQKA-]+?",
  staked: "[A-Za-z0-9+ ]+?",
  day: "[0-9-]+?",
  until: "[0-9-]+?",
  paytable: "[A-Za-z0-9/ -]*?[0-9]b?",
};

/**
 * Finds what a text has in the places of a template, from left to right, the least that fits in each; null where the
 * text is not made by it. The first part that is found behind a place is the right one: none is looked for twice.
 */
function shape(template) {
  const open = [];
  const parts = [""];
  const has = template.split(/%\(\w+\)s/).reduce((one, other) => other.length > one.length ? other : one)
    .replaceAll("%%", "%");
  template.split(/%\((\w+)\)s/).forEach((part, place) => {
    if (place % 2 === 0) {
      parts[parts.length - 1] += part.replaceAll("%%", "%").replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&");
    } else if (Object.hasOwn(TAKES, part)) {
      parts[parts.length - 1] += `(?<${part}>${TAKES[part]})`;
    } else {
      open.push(part);
      parts.push("");
    }
  });
  parts[parts.length - 1] += "$";
  const [first, ...rest] = parts.map((part, place) => new RegExp(part, place === 0 ? "y" : "g"));
  return (text) => {
    if (!text.includes(has)) return null;
    first.lastIndex = 0;
    let found = first.exec(text);
    const values = { ...found?.groups };
    for (let place = 0; found !== null && place < rest.length; place++) {
      const at = found.index + found[0].length;
      rest[place].lastIndex = at + 1;
      found = rest[place].exec(text);
      if (found !== null) Object.assign(values, { [open[place]]: text.slice(at, found.index), ...found.groups });
    }
    return found === null ? null : values;
  };
}
