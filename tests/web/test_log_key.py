"""The page of the log in the browser: which key it has known for the room's before it looks at the log first."""

from pathlib import Path

import pytest

from scripts import BROWSER, READ, ask_deno

LOOK = f"""{BROWSER}{READ}
const said = [];
const place = {{ setAttribute() {{}}, replaceChildren: (...words) => said.push(words.at(-1)) }};
document.getElementById = () => place;
document.createElement = () => ({{ setAttribute() {{}}, append() {{}} }});
const {{ keyOf }} = await import(`${{S}}/ed25519.js`);
const {{ hex }} = await import(`${{S}}/sha256.js`);
const {{ canonical }} = await import(`${{S}}/signed.js`);
const {{ leafOf }} = await import(`${{S}}/claims.js`);
const entry = {{ after: 0, root: "ab".repeat(32), shoe: 1, size: 52, table: 1 }};
const told = {{ at: "2026-01-01T00:00:00.000+00:00", root: hex(leafOf(entry)), size: 1 }};
const {{ open, sign }} = keyOf(new Uint8Array(32));
const signature = hex(sign(new TextEncoder().encode(`houseway log\n${{canonical(told)}}`)));
const head = {{ ...told, key: hex(open), signature }};
globalThis.fetch = (path) => Promise.resolve(Response.json(path === "/api/log" ? head : [entry]));
if (files !== null) kept.set("houseway.room-key", files === "own" ? head.key : files);
await import(`${{S}}/log.js`);
for (let tries = 0; said.length === 0 && tries < 100; tries++) await new Promise((done) => setTimeout(done, 10));
console.log(JSON.stringify([said[0], place.className]));
Deno.exit(0);
"""


@pytest.mark.parametrize(("first", "another"), [("cd" * 32, True), ("own", False), (None, False)])
def test_the_first_look_at_the_log_is_held_against_the_key_of_the_first_receipt(
    first: str | None, another: bool, tmp_path: Path
) -> None:
    """Else a house that signs its log with another key made this browser forget what it had closed, without a word."""
    words, look = ask_deno(tmp_path, LOOK, first)
    assert "Your browser notes this head" in words
    assert ("Another key" in words) == another
    assert look == ("" if another else "holds")
