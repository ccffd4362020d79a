"""The words of the interface: every language's file has them all, in its own words and with the same places."""

import importlib.util
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import houseway
from houseway.cards import name as card_name
from houseway.games import games
from houseway.round import Arrange
from houseway.web import words
from houseway.web.words import FOLDER, PLACE, Language, chosen, codes, language

ROOT = Path(__file__).parents[2]
LANGUAGES = [code for code in codes() if code != words.ENGLISH]
TAG = re.compile(r"</?[a-z][^>]*>")


def load_tool():
    """`tools/words.py`, imported."""
    spec = importlib.util.spec_from_file_location("tool_words", ROOT / "tools" / "words.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["tool_words"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def tool():
    return load_tool()


@pytest.fixture(scope="module")
def collected(tool):
    return tool.collected()


def texts(message):
    return (message,) if isinstance(message, str) else message


def faults(catalog, collected):
    """What a language's file lacks, has too much, or says with other places and marks than the English."""
    found = []
    named = {(message.id, message.context): message for message in catalog if message.id}
    wanted = {(message.id, message.context) for message in collected if message.id}
    found += [f"stale: {id_}" for id_, context in named if (id_, context) not in wanted]
    for key in wanted:
        message = named.get(key)
        if message is None or message.fuzzy or not all(texts(message.string or "")):
            found.append(f"missing: {key[0]}")
            continue
        places = {place for text in texts(message.id) for place in PLACE.findall(text)}
        tags = {tuple(sorted(TAG.findall(text))) for text in texts(message.id)}
        for text in texts(message.string):
            many = isinstance(message.id, tuple)
            if set(PLACE.findall(text)) - places or (not many and set(PLACE.findall(text)) != places):
                found.append(f"other places: {text}")
            if tuple(sorted(TAG.findall(text))) not in tags:
                found.append(f"other marks: {text}")
            if "%" in re.sub(r"%%|%\(\w+\)s", "", text):
                found.append(f"a lone %: {text}")
    return found


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_language_has_every_text_with_the_same_places_and_none_besides(tool, collected, code):
    with (FOLDER / f"{code}.po").open("rb") as file:
        catalog = tool.read_po(file, locale=code, abort_invalid=True)
    assert faults(catalog, collected) == [], "run tools/words.py, and translate what is new"


def test_a_planted_fault_in_a_language_is_caught(tool, collected):
    with (FOLDER / "es.po").open("rb") as file:
        catalog = tool.read_po(file, locale="es", abort_invalid=True)
    catalog.delete("Come in")
    catalog.add("nobody says this", "nadie dice esto")
    catalog.get("Come back as %(name)s").string = "Volver como %(nombre)s"
    assert {each.split(":")[0] for each in faults(catalog, collected)} == {"missing", "stale", "other places"}


def test_a_file_is_written_as_the_tool_writes_it(tool, collected):
    path = FOLDER / "es.po"
    assert path.read_bytes() == tool.written(tool.updated(path, collected)), "run tools/words.py"


@pytest.mark.parametrize(
    "cookie, accepted, expected",
    [
        ("", "", "en"),
        ("es", "en", "es"),
        ("en", "es", "en"),
        ("xx", "es-MX,es;q=0.9,en;q=0.8", "es"),
        ("", "en-US,en;q=0.9,es;q=0.8", "en"),
        ("", "fr, es;q=0.2, de;q=high", "es"),
        ("", "es;q=0, *", "en"),
    ],
)
def test_the_language_is_the_one_chosen_else_the_browsers_else_english(cookie, accepted, expected):
    assert chosen({words.COOKIE: cookie} if cookie else {}, accepted).code == expected


def test_what_is_said_is_found_by_its_template_and_what_is_not_known_stays():
    spanish = language("es")
    assert spanish.word("seat 3 is taken") == "el asiento 3 está ocupado"
    assert spanish.word("seat 2: Tie Bet of $0.50 is below the limit of $1.00; make a wager first") == (
        "asiento 2: Apuesta al empate de $0.50: por debajo del mínimo de $1.00; haz antes una apuesta"
    )
    assert spanish.word("nobody ever said this") == "nobody ever said this"
    assert language("en").word("seat 3 is taken") == "seat 3 is taken"


@pytest.mark.parametrize("said", [": pays  to  less ", "K: ", " over , being below ", "king high, ", "("])
def test_a_long_text_is_matched_in_steps_that_grow_with_its_length(said):
    """With a pattern of five open places the first of these would take years."""
    spanish = Language("es", read("es"))
    for letters in (words.LONGEST, 20_000):
        text = (said * letters)[:letters]
        assert spanish.word(text)
        for template, _ in spanish._templates:
            template.places(text)
    assert spanish.word(text) == text
    assert spanish._remembered.cache_info().misses <= words.LONGEST, "what is long is not kept"


def read(code):
    """The file of a language, read anew."""
    with (FOLDER / f"{code}.po").open("rb") as file:
        return load_tool().read_po(file, locale=code, abort_invalid=True)


def test_a_template_takes_the_least_that_fits_in_each_place():
    """As the pattern with a lazy place for each would; a place for cards takes cards, whatever stands before it."""
    two = words.Template("%(a)s: pays %(b)s to %(c)s")
    assert two.places("x: y: pays 2 to 1 to 3") == {"a": "x: y", "b": "2", "c": "1 to 3"}
    assert two.places("x: pays 2 to ") is None
    assert two.places(": pays 2 to 1") is None
    cards = words.Template("%(one)s (%(cards)s)")
    assert cards.places("nine (or so) (K♦, 9♠)") == {"one": "nine (or so)", "cards": "K♦, 9♠"}
    assert cards.places("nine (or so)") is None
    assert words.Template("up 5%% to %(a)s.").places("up 5% to x.y.") == {"a": "x.y"}


def test_scripts_find_the_same_in_a_template_as_pages(tmp_path):
    deno = shutil.which("deno", path=str(Path(sys.executable).parent))
    if deno is None:
        pytest.skip("deno is not installed here: it comes with the dev extra")
    spanish = language("es")
    texts = [
        "x: y: pays 2 to 1 to 3",
        "nine (or so) (K♦, 9♠)",
        "seat 3 is taken",
        "seat 3 is taken; make a wager first",
    ]
    texts += ["K♦ 9♠ over 8♣", "K♦: : pays 2 to 1", ": pays  to  less " * 9, "K: " * 60, "king high, " * 5, "x" * 999]
    (tmp_path / "words.json").write_bytes(spanish.script)
    (tmp_path / "try.js").write_text(
        "const told = await Deno.readTextFile(Deno.args[0]);\n"
        "const content = 'data:application/json,' + encodeURIComponent(told);\n"
        "globalThis.document = { querySelector: () => ({ content }) };\n"
        "const { word } = await import(Deno.args[1]);\n"
        "console.log(JSON.stringify(JSON.parse(Deno.args[2]).map(word)));\n"
    )
    script = (Path(words.__file__).parents[1] / "static" / "words.js").as_uri()
    run = [deno, "run", "-A", tmp_path / "try.js", tmp_path / "words.json", script, json.dumps(texts)]
    told = subprocess.run(run, capture_output=True, text=True, timeout=120, check=True)
    assert json.loads(told.stdout) == [spanish.word(text) for text in texts]


def test_a_long_name_in_an_address_is_refused_and_a_shorter_one_is_told_cut(visitor):
    ann = visitor()
    refused = ann.client.get("/lab/supreme-99/ante?" + "k" * 201 + "=1", headers={"Accept-Language": "es"})
    assert (refused.status_code, len(refused.text) < 200) == (400, True)
    told = ann.client.get("/lab/supreme-99/ante?" + "k" * 200 + "=1", headers={"Accept-Language": "es"})
    assert "k" * 60 + "…" in told.text
    assert "k" * 61 not in told.text


ENGLISH = re.compile(r"\b(the|dealer|wager|loses|beats|ties|pays|returned|against|seat|with|high|over|pair of)\b")


def least(game):
    """The least on every wager that is offered before the deal."""
    settings = game.configure()
    offered = [each for each in game.document.wagers if not each.offered or settings.flag(each.offered)]
    made = [each for each in offered if each.before_deal and not each.id.endswith("envy")]
    return {each.id: max(500, settings.integer(each.least) if each.least else 0) for each in made}


def given(question, answer):
    """A bot's answer as a person gives it."""
    if not isinstance(question, Arrange):
        return answer
    return [[card_name(card) for card in range(53) if pile >> card & 1] for pile in answer]


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_why_each_wager_ended_so_is_said_in_spanish(game):
    spanish = language("es")
    for seed in range(12):
        table = houseway.deal(game.id, {1: least(game), 2: least(game)}, seed=seed)
        while table.ruling is None:
            asked = table.asked[0]
            table.answer(asked.seat, given(asked, game.bot(asked, table._driver.standing, table.setup)))
        for payout in table.ruling:
            said = spanish.word(payout.why)
            assert said != payout.why, payout.why
            assert not ENGLISH.search(said), said


def test_scripts_take_the_same_form_of_a_plural_as_gettext(tool):
    """With a rule of four forms, which looks at the last two digits."""
    head = (
        'msgid ""\nmsgstr ""\n"Language: sl\\n"\n"Plural-Forms: nplurals=4; plural='
        '(n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3);\\n"\n'
        '"Content-Type: text/plain; charset=utf-8\\n"\n\n'
        'msgid "%(num)s card"\nmsgid_plural "%(num)s cards"\n'
        'msgstr[0] "a"\nmsgstr[1] "b"\nmsgstr[2] "c"\nmsgstr[3] "d"\n'
    )
    found = Language("sl", tool.read_po(tool.BytesIO(head.encode()), locale="sl"))
    sent = json.loads(found.script)
    for number in [*range(420), 1001, 100_103]:
        place = number if number < len(sent["plural"]) else 100 + number % 100
        form = sent["texts"]["%(num)s card"][int(sent["plural"][place])]
        assert form == found.texts.ngettext("%(num)s card", "%(num)s cards", number)


def test_a_page_speaks_the_language_that_was_chosen_and_says_so(visitor):
    ann = visitor()
    assert '<html lang="en">' in ann.client.get("/sign-in").text
    spanish = ann.client.get("/sign-in", headers={"Accept-Language": "es-AR"})
    assert '<html lang="es">' in spanish.text
    assert spanish.headers["content-language"] == "es"
    assert "Tu nombre en la mesa" in spanish.text
    back = ann.client.post(
        "/language",
        data={"csrf": ann.token, "code": "es"},
        headers={"Referer": "http://localhost/sign-in?next=/lab"},
        follow_redirects=False,
    )
    assert (back.status_code, back.headers["location"]) == (303, "/sign-in?next=/lab")
    assert "Tu nombre en la mesa" in ann.client.get("/sign-in").text
    assert ann.form("/language", code="xx").status_code == 404
    refused = ann.form("/sign-in", how="account", name="Nobody", password="long enough, and wrong")
    assert "Ninguna cuenta tiene este nombre" in refused.text
    assert "Esa página no existe" in ann.client.get("/nowhere").text


def test_scripts_find_the_words_at_an_address_that_changes_with_them(visitor):
    ann = visitor()
    page = ann.client.get("/sign-in", headers={"Accept-Language": "es"}).text
    address = re.search(r'name="words" content="([^"]+)"', page)[1]
    sent = ann.client.get(address)
    assert "immutable" in sent.headers["cache-control"]
    assert sent.json()["said"]["king"] == "rey"
    assert "words" not in re.search(r"<head>.*</head>", ann.client.get("/sign-in").text, re.DOTALL)[0]
    assert ann.client.get("/words/xx.json").status_code == 404
    assert "No hay conexión" in ann.client.get("/offline?lang=es").text
    assert ann.client.get("/manifest.webmanifest?lang=es").json()["lang"] == "es"
