"""Answers of the room that break off, or never come: nothing is known by them."""

from pathlib import Path

from scripts import BROWSER, READ, ask_deno

LINE = f"""{BROWSER}{READ}
globalThis.EventSource = class {{ addEventListener() {{}} close() {{}} }};
AbortSignal.timeout = () => AbortSignal.abort();
const {{ Line }} = await import(`${{S}}/stream.js`);
const line = new Line(1, () => {{}}, () => {{}});
const broken = () => new Response(new ReadableStream({{ start: (body) => body.error(new Error("lost")) }}));
const later = (told) => new Promise((done) => setTimeout(() => done(told), 100));
const looked = () => Promise.race([later("nothing"), line.look().then(() => "seen", ({{ status }}) => status)]);
"""


def test_a_command_whose_answer_breaks_off_is_sent_again_under_its_name(tmp_path: Path) -> None:
    """It was taken for done without a receipt: an honest room was said to have taken a bet without."""
    code = f"""{LINE}
const keys = [];
globalThis.fetch = async (_path, {{ body }}) => {{
  keys.push(JSON.parse(body).key);
  return keys.length === 1 ? broken() : Response.json({{ version: 5 }});
}};
const done = await line.act("bet");
console.log(JSON.stringify([done, keys.length, new Set(keys).size]));
Deno.exit(0);
"""
    assert ask_deno(tmp_path, code, None) == [{"version": 5}, 2, 1]


def test_a_look_that_breaks_off_or_is_never_answered_has_shown_nothing(tmp_path: Path) -> None:
    """A page took what it had seen before for the room's word; one that was kept waiting judged nothing more."""
    code = f"""{LINE}
globalThis.fetch = async () => broken();
const first = await looked();
globalThis.fetch = (_path, {{ signal }}) => new Promise((_done, fail) => signal?.aborted && fail(new Error("late")));
console.log(JSON.stringify([first, await looked()]));
Deno.exit(0);
"""
    assert ask_deno(tmp_path, code, None) == [0, 0]
