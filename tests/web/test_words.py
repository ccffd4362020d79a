"""The words of the interface: every language's file has them all, in its own words and with the same places."""

import json
import re
import shutil
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_up import CODE, ROOT, catalog, left, load_tool

import houseway
from houseway.academy.course import Item, kinds_for
from houseway.academy.fields import Chips, Choice, Money, Piles
from houseway.cards import name as card_name
from houseway.document.controls import controls_in_words
from houseway.games import game as find
from houseway.games import games
from houseway.games.supreme_99.bot import STEPS
from houseway.round import Arrange
from houseway.web import words
from houseway.web.figures import _outcome as outcome_told
from houseway.web.pages import in_words
from houseway.web.words import FOLDER, NUMBERED, PLACE, SETTING, Language, chosen, codes, language

LANGUAGES = [code for code in codes() if code != words.ENGLISH]
TAG = re.compile(r"</?[a-z][^>]*>")


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


def test_english_has_words_for_whatever_is_known_by_an_id(tool):
    with (FOLDER / "en.po").open("rb") as file:
        catalog = tool.read_po(file, locale="en", abort_invalid=True)
    assert faults(catalog, tool.by_id()) == [], "run tools/words.py, and write what is new in words"
    ids = [message.string for message in catalog if message.id and re.search("[a-z]-[a-z]", message.string)]
    assert ids == []
    english = language("en")
    assert english.word("last-seat-first") == "the last seat first"
    assert english.word("House-way = document, the house's choice: Which way") == (
        "How the dealer sets the hand: the document's way, the house's choice: Which way"
    )
    assert english.word("some-id-of-a-game-from-elsewhere") == "some id of a game from elsewhere"
    assert english.word("PT-FLT-SP-05") == "PT-FLT-SP-05"
    assert english.setting("split-rounds") == "In figures: rounds with a split that are drawn"
    assert english.value("split-rounds", "1000000") == "1,000,000"
    assert (english.setting("player-sees"), english.value("player-sees", "composition")) == (
        "In figures: the player decides by",
        "the cards themselves",
    )
    assert (
        english.word("bonus-minimum is at least $0.01, not $0.00") == "“Least bonus wager” is at least $0.01, not $0.00"
    )
    assert (english.setting("a-house-setting"), english.value("a-house-setting", "as-it-is")) == (
        "A house setting",
        "as it is",
    )
    assert english.word("chan-chu-3") == "Chan Chu, paytable 3"
    assert english.word('row "Blackjack" of even-money: pays 3 to 2') == 'row "Blackjack" of even money: pays 3 to 2'
    assert english.clause("blackjack.outcome") == "blackjack: which hand wins"
    assert english.clause("their-own.clause") == "their own clause"


def test_cards_are_written_for_people_and_the_word_as_is_no_card():
    said = "As the document says: Qc As counts 5, 5h over Th; As it is in PT-FLT-SP-05 (Back lost -1), -$1.00 by 2-4"
    assert (
        in_words(said)
        == "As the document says: Q♣ A♠ counts 5, 5♥ over 10♥; As it is in the paytable (Back lost −1), −$1.00 by 2-4"
    )


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


def test_what_is_said_is_found_with_a_full_stop_a_capital_and_in_a_frame():
    spanish = language("es")
    assert spanish.word("The wager is lost.") == "Se pierde la apuesta."
    assert spanish.word("What the house keeps of winnings.") == "Lo que la casa retiene de las ganancias."
    assert spanish.word("Seat 6, Ace High Tie: the dealer is not ace high: the wager is lost") == (
        "Asiento 6, Empate a as alto: el crupier no tiene as alto: se pierde la apuesta"
    )
    assert spanish.word(
        "Seat 1, Tie Bet loses $5.00, not a push: 8 beats the dealer's 3, no tie: the wager is lost"
    ) == (
        "Asiento 1, Apuesta al empate pierde $5.00, no es una devolución: "
        "8 gana al 3 del crupier, no hay empate: se pierde la apuesta"
    )


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
    assert spanish._remembered.cache_info().misses <= 2 * words.LONGEST, "what is long is not kept"


@pytest.mark.parametrize("said", ["Xa(" + "; " * 390 + "." * 10, "X" + "." * 799, "Ab); c(" * 110])
@pytest.mark.parametrize("times", [1, 9])
def test_brackets_and_full_stops_without_end_are_looked_at_a_few_times(said, times, monkeypatch):
    """Each semicolon had all before it read again, and each full stop all of that: minutes for a name."""
    letters, looks = [], []
    honest, apart = words.left_open, Language._apart
    monkeypatch.setattr(words, "left_open", lambda part, depth=0: letters.append(len(part)) or honest(part, depth))
    monkeypatch.setattr(Language, "_apart", lambda *given: looks.append(1) or apart(*given))
    text = said * times
    assert Language("es", read("es")).word(text) == text
    assert len(looks) <= 8 * (1 + text.count("; "))
    assert sum(letters) <= 8 * len(text)


@given(st.text("a(); ", max_size=40))
def test_sentences_are_parted_where_no_bracket_is_open(text):
    """As one would by looking at each part whole."""
    parts = []
    for part in text.split("; "):
        if parts and not words.closed(parts[-1]):
            parts[-1] += f"; {part}"
        else:
            parts.append(part)
    assert words.joined(text) == parts


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
        'row "Closer to nine than the dealer" of standard: pays 1 to 1',
        "The wager is lost.",
        "Seat 6, Ace High Tie: the dealer is not ace high: the wager is lost",
        "table stake $60.00",
        "commission = 5%, the most that the document allows: What the house keeps of winnings",
    ]
    texts += ["a (b; c); seat 3 is taken", "a (b; c; d", "a) b; seat 3 is taken", "The wager is lost..", "a; " * 900]
    texts += ["; ".join(["seat 3 is taken (so)"] * 40), "seat 3 is taken; " * 600]
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


@pytest.fixture(scope="module")
def bracketing(collected):
    """The made-up language that brackets each text."""
    return Language(CODE, catalog(collected))


def wrong(field, right):
    """An answer of the field's form that is not the right one, where there is another."""
    if isinstance(field, Choice):
        return next((option.id for option in reversed(field.options) if option.id != right), right)
    if isinstance(field, Money):
        return right + 100
    if isinstance(field, Chips):
        return {"100": 1, **right, "1": right.get("1", 0) + 1}
    if isinstance(field, Piles):
        sizes = [sum(field.sizes[:place]) for place in range(len(field.sizes) + 1)]
        names = [card_name(card) for card in sorted(field.cards)]
        return [names[one:other] for one, other in pairwise(sizes)]
    return [[id_, 0 if cents else 100] for id_, cents in reversed(right)]


def asked(question):
    """All that a question shows."""
    told, scene = question.json(), question.scene.json()
    yield told["says"]
    yield from scene["facts"]
    for hand in scene["hands"]:
        yield from (hand["who"], *hand["wagers"], *(pile["name"] for pile in hand["piles"]))
    for table in scene["posted"]:
        yield from (table["wager"], *(cell for row in table["rows"] for cell in row))
    for setting in scene["chosen"]:
        yield from (setting["says"], setting["value"])
    for field in told["fields"]:
        yield field["asks"]
        yield from (each["says"] for name in ("options", "bets") for each in field.get(name, ()))
        yield from field.get("piles", ())


def judged(question):
    """All that the verdict on a wrong answer tells."""
    verdict = question.judged({field.id: wrong(field, question.right[field.id]) for field in question.fields})
    yield from (each.says for each in (*verdict.mistakes, *verdict.why))
    yield from (part for asks, says in verdict.answer for part in (asks, *says.split("; ")))


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_what_the_academy_asks_and_judges_is_in_the_catalogue(game, bracketing):
    for kind in kinds_for(game):
        question = Item(game.id, kind.id, 3).question()
        for text in (*asked(question), *judged(question)):
            assert not left([bracketing.word(text)]), f"{kind.id}: {text}"


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_what_settings_are_called_and_say_is_in_the_catalogue(game, bracketing):
    for spec in game.document.settings:
        chosen = spec.choices if spec.type not in ("paytable", "flag") else ()
        texts = [spec.says, spec.source, *chosen]
        texts += [] if chosen or spec.type in ("paytable", "flag") else [spec.bounds]
        assert not left(map(bracketing.word, texts)), spec.id
        assert bracketing.setting(spec.id) == f"⟦{SETTING}{spec.id}⟧"
        assert not left(bracketing.value(spec.id, value) for value in chosen), spec.id


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_a_setting_has_a_name_with_a_capital_and_no_value_is_an_id(game):
    names = [language("en").setting(spec.id) for spec in game.document.settings]
    assert [name for name in names if not re.match("[A-Z0-9]", name)] == []
    assert len(set(names)) == len(names), "two settings of a game with one name"
    values = [
        language("en").value(spec.id, each)
        for spec in game.document.settings
        for each in (*spec.choices, spec.show(spec.default))
        if spec.type != "paytable" and each not in game.document.specs
    ]
    assert [value for value in values if re.search("[a-z]-[a-z]|^[a-z]+-|[0-9]{4}", value)] == []


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_written_controls_are_in_the_catalogue(game, bracketing):
    settings = game.configure()
    for text in controls_in_words(settings):
        assert not left([bracketing.word(text)]), text


GLOSSARY = re.compile(r"^\| ([a-z ]+) \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)


def test_one_spanish_word_stands_for_one_thing_as_the_glossary_says():
    page = (ROOT / "docs" / "words.md").read_text().partition("## Glossary")[2]
    named = {english: stems.replace("`", "").split(", ") for english, _, stems in GLOSSARY.findall(page)}
    assert len(named) > 20
    for message in read("es"):
        id_ = str(message.id)
        told = language("en").word(id_) if id_.startswith(SETTING) else id_
        english, spanish = (
            re.sub(r"%\(\w+\)s|clause:\S+|<code>.*?</code>|houseway \w+( \w+)?|Dealer Open Pai Gow", "", str(each))
            for each in (told, message.string)
        )
        for word, stems in named.items():
            if re.search(rf"\b{word}(s|es)?\b", english, re.IGNORECASE):
                assert any(stem in spanish.lower() for stem in stems), f"{word}: {english} => {spanish}"


STRATEGIES = {
    "Hard totals": "Totales duros",
    "Soft totals": "Totales blandos",
    "Pairs": "Parejas",
    "Exceptions by the first two cards": "Excepciones según las dos primeras cartas",
    "What the chart costs, by the cards of the hand": "Lo que cuesta el cuadro, según las cartas de la mano",
    "By total": "Por total",
    "By composition (0 is a picture)": "Por composición (0 es una figura)",
    "hard 16 against 10": "16 duro contra 10",
    "soft 18 against A": "18 blando contra A",
    "8-8 against 10": "8-8 contra 10",
    "10-6 against 10 (chart: hit)": "10-6 contra 10 (cuadro: pedir)",
    "5-5-6 against 10 (chart: hit; 0.00123 % of a unit)": "5-5-6 contra 10 (cuadro: pedir; 0.00123 % de una unidad)",
    "9-T (9) over K-K (a pair of kings), the dealer's way": (
        "9-T (9) sobre K-K (pareja de reyes), la manera del crupier"
    ),
    "A short strategy: the first line that fits": "Una estrategia corta: la primera línea que se cumpla",
}


def test_the_parts_and_lines_of_strategies_are_said_in_spanish():
    spanish = language("es")
    assert {said: spanish.word(said) for said in STRATEGIES} == STRATEGIES
    for _, says in STEPS:
        assert "pareja" in spanish.word(says) or "manera del crupier" in spanish.word(says), says
        assert not ENGLISH.search(spanish.word(says)), says


def test_a_return_table_says_in_spanish_what_a_row_is_posted_as(visitor):
    ann = visitor()
    for _ in range(240):
        page = ann.client.get("/lab/super-pan-9/main", headers={"Accept-Language": "es"}).text
        if "data-ready" in page:
            break
        time.sleep(0.25)
    assert re.search('<td class="figure"[^>]*>se devuelve</td>', page)
    assert "cobro a la par (even-money)" in page


ADVISED = {
    "set Th Td over Jc 3h": "colocar Th Td sobre Jc 3h",
    "set 3c 2c over Qs 9h, a foul": "colocar 3c 2c sobre Qs 9h, una mano nula",
    "set Jk 8d, 5h 5c 4h 2h 2d": "colocar Jk 8d, 5h 5c 4h 2h 2d",
    "set Ac 2c in front (a foul)": "colocar Ac 2c delante (una mano nula)",
    "set Jh Tc in front (queen high, eight behind jack high, ten)": (
        "colocar Jh Tc delante (reina alta, ocho detrás de jota alta, diez)"
    ),
    "set Ah Qc 3d, Th Td 9c 5s 4s, Kh Kd Kc 7s 2s (Front ace high, queen, Middle a pair of tens, "
    "Back three of a kind, kings; a bonus of 3 from every other player)": (
        "colocar Ah Qc 3d, Th Td 9c 5s 4s, Kh Kd Kc 7s 2s (Frente as alto, reina, Medio pareja de dieces, "
        "Fondo trío de reyes; un bono de 3 de cada uno de los demás jugadores)"
    ),
}


def test_how_to_set_a_hand_is_advised_in_spanish():
    assert {said: language("es").word(said) for said in ADVISED} == ADVISED


def test_a_clause_is_told_by_its_whole_number_or_by_a_name():
    """`6.two-pair` and `21-plus-3` begin with a figure and are no numbers."""
    said = language("en").clause
    assert [id_ for id_ in ("7.ii", "C.5", "5.b.i", "A", "10") if not NUMBERED.fullmatch(id_)] == []
    named = [id_ for game in games() for each in game.document.clauses if not NUMBERED.fullmatch(id_ := each.id)]
    assert {"6.two-pair", "3.display", "21-plus-3", "irregularities"} <= set(named)
    assert (said("6.two-pair"), said("21-plus-3")) == ("6, with two pairs", "21+3")
    script = (FOLDER.parent / "static" / "cite.js").read_text()
    assert f"const NUMBERED = /^{NUMBERED.pattern}$/;" in script, "one rule for pages and scripts"


def test_the_form_of_a_table_has_words_for_ids_and_leads_to_the_clauses(visitor):
    ann = visitor("Ann")
    page = ann.client.get("/tables/new?game=super-pairs").text
    assert '<a href="/lab/super-pairs#clause-blackjack.cards">The rule “' in page
    assert not re.findall("Clause [a-z]", page)
    assert '<option value="PT-FLT-SP-01">Super Pairs, paytable 1</option>' in page
    assert '<summary>source</summary>Super Pairs, paytable 1: <span lang="en">PT-FLT-SP-01</span>' in page
    names = re.findall(r'<option value="PT-FLT-213[^"]*"[^>]*>([^<]+)</option>', page)
    assert len(set(names)) == len(names) == 5, "no two paytables of a wager have one name"
    assert "Lies between $0.25 and $400.00, or is as “Jackpot wager”." in page
    assert 'value="" placeholder="as “Jackpot wager”"' in page
    assert 'value="bonus-minimum"' not in page
    pai_gow = ann.client.get("/tables/new?game=dealer-open-pai-gow").text
    assert ">Chan Chu, paytable 3</option>" in pai_gow
    shown = re.sub(r"<details class=\"source\">.*?</details>|<[^>]*>", " ", pai_gow + page)
    assert {
        id_
        for id_ in (*find("super-pairs").document.specs, *find("dealer-open-pai-gow").document.specs)
        if "-" in id_ and id_ in shown
    } == set()
    left_open = find("super-pairs").configure({"lucky-ladies-minimum": ""})
    assert left_open == find("super-pairs").configure(), "what is left open follows"


REFUSED = {
    "bust-bonus is decided by how hands are played out: together are counted blackjack": (
        "Bust Bonus se decide por cómo se juegan las manos: juntas se cuentan blackjack"
    ),
    "blackjack is decided by how hands are played out: no fixed number of cards decides it": (
        "blackjack se decide por cómo se juegan las manos: ningún número fijo de cartas lo decide"
    ),
    "decks lies between 1 and 8, not 99 (clause 1)": "«Barajas» va de 1 a 8, no 99 (cláusula 1)",
    "main: its ends do not stand apart, each with its own pay: there is no session": (
        "principal: sus finales no están separados, cada uno con su pago: no hay sesión"
    ),
}


def test_what_the_lab_refuses_is_said_in_spanish():
    assert {said: language("es").word(said) for said in REFUSED} == REFUSED
    assert language("en").word("bust-bonus") == "Bust Bonus"


def test_the_document_of_a_game_tells_in_spanish_what_a_setting_decides(visitor):
    page = visitor().client.get("/lab/super-pan-9", headers={"Accept-Language": "es"}).text
    assert "<code>decks</code>. Barajas de 36 cartas en el sabot. Entre 1 y 8." in page
    assert "<code>play</code>. " in page
    assert "It lies between" not in page
    assert "Las manos y las máquinas no están aquí" in page
    assert "data-untranslated" not in page


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


def test_settings_are_named_where_the_room_tells_them_by_their_ids():
    english, spanish = language("en"), language("es")
    said = "from now on 21-plus-3-jackpot-meter is $3,500.00, house-way is document, misdeal is void-round: a new week"
    way, misdeal = (english.value(*each) for each in (("house-way", "document"), ("misdeal", "void-round")))
    assert english.word(said) == (
        "from now on Meter or prize of the 21+3 jackpot = $3,500.00, "
        f"How the dealer sets the hand = {way}, A misdeal = {misdeal}: a new week"
    )
    assert spanish.word(said).startswith("desde ahora Contador o premio del bote 21+3 = $3,500.00, ")
    odds = "from now on maximum is $250.00, Super Pairs pays by other odds: the new sheet"
    assert english.word(odds) == "from now on Greatest wager = $250.00, Super Pairs pays by other odds: the new sheet"
    fixed = "Lucky Ladies jackpot is a fixed wager of $5.00, not $2.00 (setting lucky-ladies-jackpot-wager)"
    assert english.word(fixed).endswith("not $2.00 (setting “Lucky Ladies jackpot wager”)")
    assert spanish.word(fixed).endswith("no de $2.00 (ajuste «Apuesta al bote Lucky Ladies»)")


def test_scripts_find_the_words_at_an_address_that_changes_with_them(visitor):
    ann = visitor()
    page = ann.client.get("/sign-in", headers={"Accept-Language": "es"}).text
    address = re.search(r'name="words" content="([^"]+)"', page)[1]
    sent = ann.client.get(address)
    assert "immutable" in sent.headers["cache-control"]
    assert sent.json()["said"]["king"] == "rey"
    assert sent.headers["content-encoding"] == "gzip"
    plain = ann.client.get(address, headers={"Accept-Encoding": "identity"})
    assert ("content-encoding" in plain.headers, plain.content) == (False, sent.content)
    english = ann.client.get(re.search(r'name="words" content="([^"]+)"', ann.client.get("/sign-in").text)[1]).json()
    assert (english["texts"], english["said"]["void-round"]) == ({}, "void the round")
    assert ann.client.get("/words/xx.json").status_code == 404
    assert "No hay conexión" in ann.client.get("/offline?lang=es").text
    assert ann.client.get("/manifest.webmanifest?lang=es").json()["lang"] == "es"


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_every_end_of_a_return_table_has_words_in_every_language(game):
    """Whatever the panel of a table or the lab may show: the wagers that take minutes end as the others do."""
    settings, same = game.configure(), {"blackjack"}
    for wager in (each for each in game.document.wagers if each.analysed and each.id not in game.slow_odds):
        odds = game.odds_of(game.ask(wager.id, settings))
        labels = [outcome_told(each, odds.total)["label"] for each in odds.outcomes]
        assert not [each for each in labels if re.fullmatch("[a-z0-9]+(-[a-z0-9]+)+", each)], wager.id
        assert not [each for each in labels if language("es").word(each) == each and each not in same], wager.id
