"""What the table says in its line: a warning stands whatever is said, refused or brought back meanwhile."""

from scripts import READ, ask_deno

CODE = (
    """
const line = { dataset: {}, words: "", shown: false, classList: { toggle(_what, on) { line.shown = on; } } };
line.replaceChildren = (...told) => line.words = told.join("");
const element = { content: "", dataset: {}, classList: { toggle() {} }, lang: "en" };
globalThis.document = {
  getElementById: (id) => id === "toast" ? line : element,
  querySelector: () => element, querySelectorAll: () => [], documentElement: element, addEventListener() {},
};
"""
    + READ
    + """
const timers = [];
globalThis.setTimeout = (then, ms) => timers.push([then, ms]);
globalThis.clearTimeout = (number) => { if (number) timers[number - 1] = null; };
const { freed, lineIsBack, onItsWay, toast, warn } = await import(`${S}/voice.js`);
const found = [];
for (const [what, ...given] of files) {
  if (what === "warn") warn(...given);
  else if (what === "toast") toast(...given);
  else if (what === "back") lineIsBack();
  else if (what === "freed") freed(...given);
  else if (what === "way") onItsWay(...given);
  else timers.splice(0).forEach((each) => each !== null && each[1] <= given[0] && each[0]());
  found.push([line.words, line.shown, line.dataset.kind]);
}
console.log(JSON.stringify(found));
Deno.exit(0);
"""
)


def said(tmp_path, *steps):
    return ask_deno(tmp_path, CODE, list(steps))


def test_a_warning_stands_beside_what_is_said(tmp_path):
    steps = [["warn", "look"], ["toast", "lost", True], ["warn", "again"], ["back"], ["way", "going"], ["way", ""]]
    found = [each[0] for each in said(tmp_path, *steps, ["toast", "refused"], ["toast", ""], ["later", 30000])]
    assert found == [
        "Look",
        "Look Lost",
        "Look Again Lost",
        "Look Again",
        "Look Again Going",
        "Look Again",
        "Look Again Refused",
        "Look Again",
        "",
    ]


def test_what_is_offered_stays_while_a_warning_comes_and_goes(tmp_path):
    found = said(tmp_path, ["toast", "poor", False, "More"], ["warn", "look"], ["later", 30000])
    assert [each[0] for each in found] == ["Poor More", "Look Poor More", "Poor More"]


def test_a_warning_is_said_once_and_goes_after_its_time(tmp_path):
    steps = [["warn", "look"], ["warn", "look"], ["toast", "refused"], ["later", 9000]]
    assert [each[0] for each in said(tmp_path, *steps)] == ["Look", "Look", "Look Refused", "Look"]


def test_what_is_said_goes_by_itself_and_that_the_line_is_lost_stands(tmp_path):
    found = said(tmp_path, ["toast", "refused"], ["later", 9000], ["toast", "lost", True], ["way", "going"], ["back"])
    assert found == [
        ["Refused", True, ""],
        ["", False, ""],
        ["Lost", True, "line"],
        ["Lost", True, "line"],
        ["", False, ""],
    ]


def test_who_is_up_is_told_why_the_house_has_done_it_and_not_what_befell_another(tmp_path):
    freed = "seat 2 is freed: nothing was done there for 5 minutes"
    silent = "seat 2 did not open its number: it was found by squaring, and the seat is left"
    here = {"seats": [{"number": 2, "you": True}], "log": [freed]}
    up = {"seats": [{"number": 2, "you": False}], "log": [freed, "Ann leaves seat 2"]}
    assert [each[:2] for each in said(tmp_path, ["freed", here, up])] == [["", False]]
    (told,) = said(tmp_path, ["freed", here, up | {"log": [freed, silent]}])
    assert told[0].startswith("Seat 2 did not open its number: it was found by squaring, and the seat is left. Sit")
    (told,) = said(tmp_path, ["freed", here | {"log": []}, up])
    assert told[0].startswith("Seat 2 is freed: nothing was done there for 5 minutes. Sit down again")
