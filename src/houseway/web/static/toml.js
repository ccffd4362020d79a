// As much of TOML as written controls are made of; whatever else is no fault of theirs, and is not read.

const SIGNS = { b: "\b", t: "\t", n: "\n", f: "\f", r: "\r", '"': '"', "\\": "\\" };
const ESCAPE = /\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|([ \t]*\n[ \t\n]*)|([\s\S]))/g;

class Unread extends Error {}

function unescaped(text) {
  return text.replaceAll(ESCAPE, (_, four, eight, end, sign) => {
    if (end !== undefined) return "";
    if (sign === undefined) return String.fromCodePoint(parseInt(four ?? eight, 16));
    if (!Object.hasOwn(SIGNS, sign)) throw new Unread("no such escape");
    return SIGNS[sign];
  });
}

/** Of a table, what it has under a key. */
const fresh = () => Object.create(null);

class Reader {
  constructor(text) {
    this.text = text;
    this.at = 0;
  }

  /** What a pattern finds here; null where it finds nothing. */
  take(pattern) {
    const here = new RegExp(pattern, "y");
    here.lastIndex = this.at;
    const found = here.exec(this.text);
    if (found !== null) this.at = here.lastIndex;
    return found;
  }

  must(pattern) {
    const found = this.take(pattern);
    if (found === null) throw new Unread(`line ${this.text.slice(0, this.at).split("\n").length}`);
    return found;
  }

  blank() {
    this.take(/(?:[ \t\n]|#[^\n]*)*/);
  }

  part() {
    const bare = this.take(/[A-Za-z0-9_-]+/);
    return bare === null ? this.string() : bare[0];
  }

  key() {
    const parts = [this.part()];
    while (this.take(/[ \t]*\.[ \t]*/) !== null) parts.push(this.part());
    return parts;
  }

  string() {
    const raw = this.take(/'([^'\n]*)'/);
    return raw === null ? unescaped(this.must(/"((?:[^"\\\n]|\\[^\n])*)"/)[1]) : raw[1];
  }

  value() {
    const raw = this.take(/'''\n?([\s\S]*?)'''/);
    if (raw !== null) return raw[1];
    const long = this.take(/"""\n?((?:[^"\\]|\\[\s\S]|"(?!""))*)"""/);
    if (long !== null) return unescaped(long[1]);
    if (this.take(/\[/) !== null) return this.list();
    if (this.take(/\{/) !== null) return this.inline();
    const word = this.take(/true|false|[+-]?(?:0|[1-9][0-9]*)/);
    if (word === null) return this.string();
    return word[0].endsWith("e") ? word[0] === "true" : Number(word[0]);
  }

  list() {
    const found = [];
    for (this.blank(); this.take(/\]/) === null; this.blank()) {
      found.push(this.value());
      this.blank();
      if (this.take(/,/) === null) return this.must(/\]/) && Object.freeze(found);
    }
    return Object.freeze(found);
  }

  inline() {
    const found = fresh();
    this.take(/[ \t]*/);
    if (this.take(/\}/) !== null) return Object.freeze(found);
    do {
      this.take(/[ \t]*/);
      this.pair(found);
    } while (this.take(/,/) !== null);
    this.must(/\}/);
    return Object.freeze(found);
  }

  /** A key and its value, into a table; a key that stands twice is refused. */
  pair(table) {
    const keys = this.key();
    this.must(/[ \t]*=[ \t]*/);
    const [into, last] = [within(table, keys.slice(0, -1)), keys.at(-1)];
    if (last in into) throw new Unread("twice");
    into[last] = this.value();
    this.take(/[ \t]*/);
  }
}

/** The table that keys lead to, the last one of a list. */
function within(table, keys) {
  let found = table;
  for (const key of keys) {
    found = found[key] ??= fresh();
    if (Array.isArray(found)) found = found.at(-1);
    if (found === null || typeof found !== "object") throw new Unread("no table");
  }
  return found;
}

/** The table that a text is; what is thrown says that it is none, or written in a way that is not read here. */
export function tableOf(text) {
  const plain = text.replaceAll("\r\n", "\n");
  if ([...plain].some((sign) => (sign < " " && sign !== "\t" && sign !== "\n") || sign === "\x7f")) {
    throw new Unread("a sign that no text has");
  }
  const [reader, top, begun] = [new Reader(plain), fresh(), new Set()];
  let table = top;
  for (reader.blank(); reader.at < plain.length; reader.blank()) {
    const head = reader.take(/\[\[?[ \t]*/)?.[0].trim();
    if (head === undefined) {
      reader.pair(table);
    } else {
      const keys = reader.key();
      reader.must(head === "[" ? /[ \t]*\]/ : /[ \t]*\]\]/);
      table = head === "[" ? within(top, keys) : fresh();
      if (begun.has(table)) throw new Unread("twice");
      begun.add(table);
      if (head === "[[") (within(top, keys.slice(0, -1))[keys.at(-1)] ??= []).push(table);
    }
    reader.must(/[ \t]*(?:#[^\n]*)?(?:\n|$)/);
  }
  return top;
}
