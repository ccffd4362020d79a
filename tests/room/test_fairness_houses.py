"""Houses that cheat, each by what it could do best, and how each is caught or gains nothing.

More of them: picked numbers, other cuts, seats and bots, orders on disk (`test_fairness.py`), packs, cards and payouts
(`test_verifier.py`), two logs (`test_log.py`), silence (`test_fairness_numbers.py`).
"""

import contextlib
import json
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import houseway as hw
from honest import HOUSE, KEYS, TURNS, Honest, told_by_house
from houseway import verifier
from houseway.errors import HousewayError
from houseway.room import Person, Room
from houseway.room.acts.wagers import Bet
from houseway.room.audit.room import audit
from houseway.room.commands import command
from houseway.room.errors import Broken
from houseway.room.fairness.commitments import Commitment, used
from houseway.room.fairness.nonces import BITS, Puzzle, nonce_of, seed_of
from houseway.room.store.journal import canonical
from houseway.room.table import rounds, settling, state
from houseway.room.table.entry import Start
from houseway.room.table.state import LiveTable
from houseway.round.codec import document_json
from houseway.round.questions import Choose
from houseway.verifier import deal

SUE = Person(9, "Sue", "surveillance", 0)
Files = tuple[dict[str, Any], dict[str, Any]]


@pytest.fixture(autouse=True)
def few_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds, "TURNS", TURNS)


def faults(*files: dict[str, Any], commit: str | None = None, closing: str | None = None) -> list[str]:
    *records, proof = files
    return verifier.checked([*map(told_by_house, records)], proof, proof["root"], None, commit, TURNS, closing)[0]


@pytest.fixture
def played(
    sqlite: str, opened: Callable[..., Room], sitting: Any
) -> Callable[..., tuple[Honest, list[dict[str, Any]]]]:
    """A shoe of a game that two people with numbers have played to its end: its records, and last its proof."""

    def play(game: str = "super-pan-9", number: int = 3) -> tuple[Honest, list[dict[str, Any]]]:
        room = opened(sqlite)
        people = Honest(sitting(room, game, **({"decks": "2"} if game == "super-pan-9" else {})))
        shoe = people.table.view()["shoe"]["id"]
        for _ in range(number):
            people.play_round()
        told = [each["round"] for each in reversed(room.history(people.table.table)) if each["shoe"] == shoe]
        files = [room.record(each, SUE) for each in told] + [room.proof(shoe, SUE).json()]
        return people, json.loads(json.dumps(files))

    return play


# ---------------------------------------------------------------------------------------------------- grinding


def first_cards(seed: bytes, seats: int = 3) -> tuple[int, ...]:
    return used(range(52), seed)[:seats]


def test_a_house_that_grinds_gains_nothing_from_the_shoe_it_likes() -> None:
    """One honest number makes every place as likely for every card of the deal, whatever order was committed to.

    800 rounds from one sorted shoe, in which the house picks the best of eight numbers of its own: it does so
    before it knows the honest one, so the dealt cards are spread as by chance (chi squared, 51 degrees of freedom).
    """
    source, counts = random.Random(4), Counter[int]()
    for _ in range(800):
        honest = nonce_of(source.getrandbits(BITS - 1))
        liked = min((nonce_of(source.getrandbits(BITS - 1)) for _ in range(8)), key=_alone)
        counts[first_cards(seed_of("root", {1: honest, 2: liked}))[0]] += 1
    assert sum((counts[card] - 800 / 52) ** 2 / (800 / 52) for card in range(52)) < 100


def _alone(nonce: bytes) -> int:
    """What the house would deal if its own number were all that counts."""
    return first_cards(seed_of("root", {2: nonce}))[0]


def test_the_same_grinding_is_seen_where_nobody_honest_plays() -> None:
    """The planted fault of the test above: the house alone gets the least of eight, far from chance."""
    source, counts = random.Random(4), Counter[int]()
    for _ in range(200):
        counts[min(_alone(nonce_of(source.getrandbits(BITS - 1))) for _ in range(8))] += 1
    assert sum((counts[card] - 200 / 52) ** 2 / (200 / 52) for card in range(52)) > 300


@pytest.mark.parametrize("numbers", [True, False])
def test_a_stacked_shoe_is_dealt_as_it_lies_only_where_nobody_brings_a_number(
    numbers: bool, sqlite: str, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as cheat:
        cheat.setattr("houseway.room.fairness.commitments.Commitment.fresh", classmethod(_stack))
        table = sitting(opened(sqlite), "super-pan-9")
    Honest(table).deal() if numbers else table.ready()
    cards = [card for seat in (0, 1) for card in table.view(table.people[seat])["seats"][seat]["cards"]]
    assert len(cards) == 6
    assert (len({card[0] for card in cards}) <= 2) is not numbers, "all deuces and threes, or not"


def _stack(cls: type[Commitment], pack: Any, draw: Any = None) -> Commitment:
    del draw
    return cls(sorted(pack, key=lambda card: card % 13), [random.randbytes(16) for _ in pack])


# ---------------------------------------------------------------------------------------------------- a number ignored


def test_a_house_that_leaves_a_number_out_is_found_out_by_its_owner(
    played: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It takes the wager and forgets what came with it: whole in itself, but the owner knows the commitment."""
    plain = Bet.check

    def deaf(self: Bet, *given: Any) -> Bet:
        return plain(Bet(self.wagers), *given)

    people, files = played(number=1)
    ann = people.table.people[0]
    assert faults(*files, commit=people.nonces[ann.id].puzzle.commitment) == []
    monkeypatch.setattr(Bet, "check", deaf)
    table = people.table
    people.bet(ann)
    people.bet(table.people[1])
    for person in table.people:
        table.do(person, "ready")
    assert table.view(ann)["seats"][0]["commit"] is None, "her browser sees it before a card is dealt"
    while table.answer():
        pass
    room, last = table.room, table.view()["round"]
    record = room.record(last, SUE)
    found = faults(record, room.proof(record["shoe"], SUE).json(), commit=people.nonces[ann.id].puzzle.commitment)
    assert found == ["the number that you committed to is in none of these rounds"]


def test_a_house_that_deals_by_a_seed_it_likes_better_is_found_out(
    sqlite: str, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = Honest(sitting(opened(sqlite), "super-pan-9"))
    room, table = people.table.room, people.table
    with monkeypatch.context() as cheat:
        cheat.setattr(state, "seed_of", lambda *_: bytes(32))
        people.play_round()
        record = room.record(table.view()["round"], SUE)
        proof = room.proof(record["shoe"], SUE).json()
    assert any("at its place" in fault or "leaves it out" in fault for fault in faults(record, proof))
    room.close()
    assert any("is not the shoe's next" in str(finding) for finding in audit(sqlite))


def test_a_house_that_deals_its_own_way_after_the_numbers_are_open_is_found_out(
    sqlite: str, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It knows all cards then, and takes the order backwards."""
    people = Honest(sitting(opened(sqlite), "super-pan-9"))
    with monkeypatch.context() as cheat:
        cheat.setattr(state, "used", lambda rest, seed: used(rest, seed)[::-1])
        people.play_round()
    people.table.room.close()
    assert any("is not the shoe's next" in str(finding) for finding in audit(sqlite))


# ---------------------------------------------------------------------------------------------------- another story


def story(database: str, opened: Callable[..., Room], sitting: Any, bring: tuple[bool, bool], bot: bool) -> Files:
    """A round of a room that always draws the same: the house may play it in many ways and show the one it likes."""
    room = opened(database, draw=random.Random(3).randrange)
    people = Honest(sitting(room, "super-pan-9"))
    table = people.table
    if bot:
        table.do(table.people[0], "add-bot", seat=5)
    for person, nonce, brings in zip(table.people, BOTH, bring, strict=True):
        people.bet(person, nonce) if brings else table.bet(person)
    for person in table.people:
        people.ready(person)
    for step in (people.seal, people.open):
        for person, brings in zip(table.people, bring, strict=True):
            if brings:
                step(person)
    while table.answer():
        pass
    record = room.record(table.view()["round"], SUE)
    return record, room.proof(record["shoe"], SUE).json()


BOTH = [next(KEYS), next(KEYS)]


@pytest.mark.parametrize(("bring", "bot"), [((True, False), False), ((True, True), True)], ids=["number", "bot"])
def test_a_house_that_tells_of_other_seats_than_were_shown_is_found_out(
    bring: tuple[bool, bool], bot: bool, folder: Path, opened: Callable[..., Room], sitting: Any, monkeypatch: Any
) -> None:
    """After all numbers are open it plays the round once more, without the number of its own seat or with a bot more.

    Each story is whole in itself, with the number of the honest player in it. She noted what was closed before she
    opened hers.
    """
    salts = random.Random(5)
    monkeypatch.setattr("houseway.room.fairness.commitments.secrets.token_bytes", salts.randbytes)
    shown, shown_proof = story(f"sqlite:///{folder}/shown.db", opened, sitting, (True, True), bot=False)
    record, proof = story(f"sqlite:///{folder}/told.db", opened, sitting, bring, bot=bot)
    commit, closing = BOTH[0].puzzle.commitment, verifier.closing_of(shown)
    assert proof["root"] == shown_proof["root"]
    assert faults(record, proof, commit=commit) == []
    assert faults(shown, shown_proof, commit=commit, closing=closing) == []
    assert any("closed as you saw it" in fault for fault in faults(record, proof, commit=commit, closing=closing))


@pytest.mark.parametrize("field", ["round", "cut", "position", "root"])
def test_a_closing_holds_what_was_fixed(field: str, shoe: list[dict[str, Any]]) -> None:
    before = verifier.closing_of(shoe[1])
    changed = shoe[1] | {field: "ab" * 32 if field == "root" else shoe[1][field] + 1}
    assert verifier.closing_of(changed) != before


# ---------------------------------------------------------------------------------------------------- what is told


def other_commit(record: dict[str, Any]) -> None:
    record["seals"][0]["commit"] = "ab" * 32


def other_base(record: dict[str, Any]) -> None:
    record["seals"][0]["base"] = f"{7:0256x}"


def other_factor(record: dict[str, Any]) -> None:
    record["seals"][0]["factor"] = "3"


def no_seal(record: dict[str, Any]) -> None:
    record["seals"].pop()


def no_seals(record: dict[str, Any]) -> None:
    record.update(seals=[], turns=0)


def one_twice(record: dict[str, Any]) -> None:
    record["seals"][1] = dict(record["seals"][0])


def of_a_seat_that_is_not_there(record: dict[str, Any]) -> None:
    record["seals"][0]["seat"] = 6


def a_number_not_found_by_squaring(record: dict[str, Any]) -> None:
    del record["seals"][0]["factor"]
    record["seals"][0]["number"] = f"{12345:0256x}"


def fewer_turns(record: dict[str, Any]) -> None:
    record["turns"] = TURNS // 2


def other_places_gone(record: dict[str, Any]) -> None:
    if "gone" in record:
        record["gone"][0] = next(at for at in range(400) if at not in record["gone"])
    else:
        record["gone"] = [0]


CHEATS = [
    other_commit,
    other_base,
    other_factor,
    no_seal,
    no_seals,
    one_twice,
    of_a_seat_that_is_not_there,
    a_number_not_found_by_squaring,
    fewer_turns,
    other_places_gone,
]


@pytest.fixture(scope="module")
def shoe(tmp_path_factory: pytest.TempPathFactory, sitting: Any) -> list[dict[str, Any]]:
    """Three rounds of one shoe that has not ended, as surveillance has them, and its proof."""
    with pytest.MonkeyPatch.context() as quick:
        quick.setattr(rounds, "TURNS", TURNS)
        folder = tmp_path_factory.mktemp("shoe")
        room = Room.open(f"sqlite:///{folder}/room.db", draw=random.Random(8).randrange)
        people = Honest(sitting(room, "super-pan-9"))
        for _ in range(3):
            people.play_round()
        told = [room.record(each["round"], SUE) for each in reversed(room.history(people.table.table))]
        told.append(room.proof(told[0]["shoe"], SUE).json())
        room.close()
    return told


@pytest.mark.parametrize("cheat", CHEATS, ids=lambda cheat: cheat.__name__)
def test_a_house_that_tells_another_story_is_found_out(cheat: Callable[..., None], shoe: list[dict[str, Any]]) -> None:
    files = json.loads(json.dumps(shoe))
    assert faults(*files) == []
    cheat(files[1])
    assert faults(*files)


def test_a_number_that_was_found_holds_where_squaring_finds_it(shoe: list[dict[str, Any]]) -> None:
    files = json.loads(json.dumps(shoe))
    seal = files[0]["seals"][0]
    seal["number"] = f"{Puzzle.read(seal['modulus'], seal['base']).opened(seal.pop('factor'), TURNS):0256x}"
    assert faults(*files) == []


@pytest.mark.parametrize("other", [TURNS + 1, TURNS - 1])
def test_a_house_that_squares_as_often_as_it_likes_is_told_so(other: int, shoe: list[dict[str, Any]]) -> None:
    """Less often and numbers could be found too soon; more often, chosen when all are open, and it chose the deal."""
    *records, proof = json.loads(json.dumps(shoe))
    assert any("nobody may choose" in fault for fault in verifier.checked(records, proof, None, None, None, other)[0])


def test_a_closing_holds_which_cards_were_gone(shoe: list[dict[str, Any]]) -> None:
    """Else a house plays a round of its own seats once more, as many cards of it, when the next number is open."""
    record = shoe[1]
    size = sum(record["pack"].values())
    gone = sorted(verifier.gone_before(record, size))
    left = next(place for place in range(size) if place not in gone)
    assert verifier.closing_of(record | {"gone": gone}) == verifier.closing_of(record)
    assert verifier.closing_of(record | {"gone": [*gone[1:], left]}) != verifier.closing_of(record)


def gone_at_first(record: dict[str, Any]) -> None:
    """Places that a house says were dealt from before: those of the cards that it does not like."""
    record.update(gone=[0, 1, 2], position=3)


def test_cards_that_a_house_calls_gone_are_told_of(shoe: list[dict[str, Any]]) -> None:
    """A shoe began with all aces and tens away, and nothing was said; its first round is known by the log."""
    *records, proof = json.loads(json.dumps(shoe))
    first, later = records[0], records[1:]
    assert first["round"] == proof["log"]["after"] + 1
    says = [line for each in (records, later) for line in verifier.checked(each, proof, None, None)[1]]
    assert [line for line in says if line.startswith("Before:")] == [
        f"Before: round {first['round']} is the first of its shoe, and no card was gone.",
        f"Before: {later[0]['position']} cards were gone when round {later[0]['round']} began: that they were dealt is "
        "NOT CHECKED without the records of the rounds before it.",
    ]
    gone_at_first(first)
    assert any("and tells 3 cards that are gone" in fault for fault in faults(*records, proof))


# ---------------------------------------------------------------------------------------------------- when it ends


@pytest.mark.parametrize("when", [True, False], ids=["too soon", "too late"])
def test_a_house_that_ends_a_shoe_when_it_likes_is_found_out(
    when: bool, sqlite: str, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It knows what is left: it takes a new shoe where that is good for players, and deals on where it is not."""
    with monkeypatch.context() as cheats:
        for module in (rounds, settling):
            cheats.setattr(module, "spent", lambda _: when)
        room = opened(sqlite)
        people = Honest(sitting(room, "super-pan-9", decks="8" if when else "1", seats="2"))
        for _ in range(1 if when else 3):
            people.play_round()
        told = [room.record(each["round"], SUE) for each in reversed(room.history(people.table.table))]
        proof, entries = room.proof(told[0]["shoe"], SUE).json(), room.log.entries()
    found = [*deal.gap_faults(told), *deal.end_faults(told, proof, entries)]
    assert any(("sooner than" if when else "and it was dealt on") in fault for fault in found)
    assert any(("ended before" if when else "is dealt on") in str(fault) for fault in audit(sqlite))


def test_a_shoe_ends_when_the_table_is_set_to(sqlite: str, opened: Callable[..., Room], sitting: Any) -> None:
    room = opened(sqlite)
    people = Honest(sitting(room, "super-pan-9", decks="1", seats="2"))
    while len(entries := room.log.entries()) == 1:
        people.play_round()
    told = [room.record(each["round"], SUE) for each in reversed(room.history(people.table.table))]
    proof = room.proof(told[0]["shoe"], SUE).json()
    assert [*deal.gap_faults(told), *deal.end_faults(told, proof, entries)] == []
    assert "neither sooner nor later" in deal.end_said(told, proof, entries)
    assert "NOT CHECKED" in deal.end_said(told[:-1], proof, entries)


# ---------------------------------------------------------------------------------------------------- what pays


def test_a_house_that_tells_another_paytable_is_found_out(shoe: list[dict[str, Any]]) -> None:
    """Document and settings give it, and a closing holds those: a win was paid by another, and all was said to hold."""
    *records, proof = json.loads(json.dumps(shoe))
    rows = next(table["rows"] for table in records[0]["paytables"].values())
    row = next(each for each in rows if each["award"] not in {p["award"] for p in records[0]["payouts"]})
    row["pays"] = "77"
    assert any("its paytables are not those" in fault for fault in faults(*records, proof))


def test_a_document_of_the_house_s_own_is_told_of(shoe: list[dict[str, Any]]) -> None:
    *records, proof = json.loads(json.dumps(shoe))
    own = hw.game("super-pan-9").with_pays("main", {"win": "1/2"}).document
    said = verifier.checked([records[0] | {"document": document_json(own, None)}], proof, None, None)[1]
    assert any("of a document of the house's own" in line and "NOT the approved one" in line for line in said)
    assert not any("house's own" in line for line in verifier.checked(records, proof, None, None)[1])


def test_a_house_that_leaves_its_document_out_is_not_ruled_by_another(shoe: list[dict[str, Any]]) -> None:
    """The closing holds the hash of a document that pays 2 to 1; the round was ruled and paid by the shipped one."""
    record, *_, proof = json.loads(json.dumps(shoe))
    own = hw.game("super-pan-9").with_pays("main", {"win": "2"}).document
    told = record | {"document": record["document"] | {"hash": own.hash}}
    (fault,) = faults(told, proof, closing=verifier.closing_of(told))
    assert f"by the hash {own.hash[:12]}, which is not known here" in fault


def test_a_house_whose_closing_holds_no_document_is_found_out(shoe: list[dict[str, Any]]) -> None:
    """It would choose one by the day that it tells, when the cards are known."""
    record, *_, proof = json.loads(json.dumps(shoe))
    told = {key: value for key, value in record.items() if key != "document"}
    (fault,) = faults(told, proof, closing=verifier.closing_of(told))
    assert "it does not name the document that it is ruled by" in fault
    whole = record | {"document": document_json(hw.game("super-pan-9").document, None)}
    assert faults(whole, proof, closing=verifier.closing_of(record)) == []


def test_a_house_that_tells_a_payout_of_a_wager_that_nobody_made_is_found_out(shoe: list[dict[str, Any]]) -> None:
    """A stake that was returned moves nothing but a meter."""
    record, *_, proof = json.loads(json.dumps(shoe))
    made = {"seat": 1, "wager": "tie", "award": "push", "stake_cents": 10000, "returned_cents": 10000, "cents": 0}
    made |= {"commission_cents": 0, "meter_cents": 9900, "clause": "9", "why": "returned"}
    told = record | {"payouts": [*record["payouts"], made]}
    assert any("the round has no such wager" in fault for fault in faults(told, proof))


def test_a_bot_that_answers_as_the_house_likes_is_found_out(
    sqlite: str, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who knows what comes next steers by what a bot takes."""
    room = opened(sqlite)
    people = Honest(sitting(room, "super-pairs"))
    people.table.do(people.table.people[0], "add-bot", seat=5)
    people.play_round()
    with monkeypatch.context() as cheats:
        cheats.setattr(
            type(hw.game("super-pairs")),
            "bot",
            lambda _, asked, *__: asked.options[-1] if isinstance(asked, Choose) else 0,
        )
        people.play_round()
    told = [room.record(each["round"], SUE) for each in reversed(room.history(people.table.table))]
    proof = room.proof(told[0]["shoe"], SUE).json()
    assert faults(told[0], proof) == []
    assert any("not as houseway's bots do" in fault for fault in faults(*told, proof))


# ---------------------------------------------------------------------------------------------------- how it begins


def doubled(start: Start) -> Start:
    return start._replace(wagers={seat: {w: 2 * cents for w, cents in b.items()} for seat, b in start.wagers.items()})


def of_another(start: Start) -> Start:
    return start._replace(accounts=start.accounts | {1: start.accounts[2]})


def with_one_more(start: Start) -> Start:
    return start._replace(wagers=start.wagers | {3: start.wagers[1]}, accounts=start.accounts | {3: "bots:1"})


def bots_higher(start: Start) -> Start:
    return start._replace(wagers=start.wagers | {4: {"blackjack": 5000}})


BEGUN: list[tuple[Callable[[Start], Start], str]] = [
    (doubled, "seat 1 has staked {'blackjack': 1000}, and had laid {'blackjack': 500}"),
    (of_another, "seat 1 plays with the money of person:"),
    (with_one_more, "seat 3 is nobody's, and is in it"),
    (bots_higher, "bots have staked {4: {'blackjack': 5000}}, and make these wagers: {4: {'blackjack': 500}}"),
]


@pytest.mark.parametrize("cheat, says", BEGUN, ids=lambda each: each.__name__ if callable(each) else "")
def test_a_round_that_begins_otherwise_than_the_table_stood_is_found_out(
    cheat: Callable[[Start], Start],
    says: str,
    sqlite: str,
    opened: Callable[..., Room],
    sitting: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A house staked what nobody had bet, and had a hit paid to who was not there: the audit said that all holds."""
    table = sitting(opened(sqlite), "super-pairs")
    table.do(table.people[0], "add-bot", seat=4)
    honest = command.starting

    def starting(*given: Any) -> Start | None:
        start = honest(*given)
        return None if start is None else cheat(start)

    monkeypatch.setattr(command, "starting", starting)
    with contextlib.suppress(HousewayError, Broken):  # how it goes on is no matter
        table.ready()
    assert any(says in str(fault) for fault in audit(sqlite))


def test_a_round_that_begins_before_all_are_ready_is_found_out(
    sqlite: str, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = sitting(opened(sqlite), "super-pan-9")
    with monkeypatch.context() as cheats:
        cheats.setattr(rounds, "may_begin", lambda table, _: table.phase == "betting" and bool(table.places[1].ready))
        for person in table.people:
            table.bet(person)
        table.do(table.people[0], "ready")
    assert any("before everybody was ready" in str(fault) for fault in audit(sqlite))


# ---------------------------------------------------------------------------------------------------- what was staked


def staked(record: dict[str, Any]) -> None:
    """Twenty times as much, and all that follows from it by the rules."""
    record["seat"][0]["wagers"]["main"] = "100.00"
    for payout in record["payouts"]:
        for name in ("stake_cents", "returned_cents", "cents", "commission_cents") if payout["seat"] == 1 else ():
            payout[name] *= 20


CHANGED: list[Callable[[dict[str, Any]], None]] = [
    staked,
    lambda record: record["payouts"][0].update(why="for nothing"),
    lambda record: record.update(started="2026-01-01T00:00:00+00:00"),
    lambda record: record.update(ended="2036-01-01T00:00:00+00:00"),
]


@pytest.mark.parametrize("at", range(len(CHANGED)))
def test_nobody_without_the_key_changes_what_was_staked_and_when(at: int, shoe: list[dict[str, Any]]) -> None:
    record, proof = json.loads(json.dumps([shoe[1], shoe[-1]]))
    key, closing = proof["log"]["head"]["key"], verifier.closing_of(record)

    def found(told: dict[str, Any], noted: str | None = None, *, older: bool = False) -> list[str]:
        return verifier.checked([told], proof, None, None, None, TURNS, noted, key=key, older=older)[0]

    assert found(record, closing) == []
    CHANGED[at](record)
    assert "round 2: the record is not signed with the key that it names" in found(record)
    assert any("not with the one that you know" in each for each in found(told_by_house(record)))
    later = ("signed", "answers", "after", "bets")  # than the records of an older room
    bare = {name: value for name, value in record.items() if name not in later}
    assert any("--older checks the rest" in each for each in found(bare)), "nor takes the signature off"
    assert found(bare, older=True) == []


def test_a_house_that_tells_another_stake_tells_another_closing(shoe: list[dict[str, Any]]) -> None:
    """Its key signs whatever it likes but what a browser has signed; where none has, whoever saw the wagers knows."""
    record, proof = json.loads(json.dumps([shoe[1], shoe[-1]]))
    closing = verifier.closing_of(record)
    staked(record)
    assert any("other wagers are played than the bet of entry 14 has laid" in each for each in faults(record, proof))
    (slip,) = (each for each in record["bets"] if each["seat"] == 1)
    slip["wagers"]["main"] = 10_000
    assert any("the bet of entry 14 is not signed with the key" in each for each in faults(record, proof))
    del slip["signed"]
    assert faults(record, proof) == []
    assert any("closed as you saw it" in each for each in faults(record, proof, closing=closing))


def test_an_older_record_is_said_not_to_cover_stakes(shoe: list[dict[str, Any]]) -> None:
    """It was signed as to who answered alone, and reads as it did."""
    record, proof = json.loads(json.dumps([shoe[1], shoe[-1]]))
    del record["signed"]
    told = {name: record[name] for name in ("table", "round", "root", "entries", "answers")}
    signature = HOUSE.sign(b"houseway answers\n" + canonical(told).encode()).hex()
    record["answers_signed"] = {"key": HOUSE.public.hex(), "signature": signature}

    def says(**more: Any) -> tuple[list[str], list[str]]:
        found, said = verifier.checked([record], proof, None, None, None, TURNS, need_log=False, **more)
        return found, [each for each in said if "stakes:" in each]

    found, (said,) = says()
    assert (found, "who staked and was paid what" in said, "NOT CHECKED" in said) == ([], True, True)
    proof["log"]["head"] |= {"key": HOUSE.public.hex()}
    found, _ = says(key=HOUSE.public.hex())
    assert any("does not cover who staked and was paid what" in each for each in found)
    record["answers"][0]["by"] = "bot"
    assert any("who answered is not signed with the key that it names" in each for each in says()[0])


def test_a_number_is_drawn_with_the_bounds_of_the_rules(played: Any) -> None:
    """A house that picks a number and tells bounds of its own for it is found out by who rules again."""
    _, (record, proof) = played("supreme-99", 1)
    assert faults(record, proof) == []
    for each in record["draws"]:
        each.update(dice=0, least=each["number"], most=each["number"])
    assert any("other bounds or dice than the rules" in fault for fault in faults(record, proof))


def test_the_verifier_and_the_room_agree_on_everything(shoe: list[dict[str, Any]]) -> None:
    """Two statements of one scheme: neither imports the other."""
    for record in shoe[:-1]:
        nonces = {}
        for seal in record["seals"]:
            puzzle = Puzzle.read(seal["modulus"], seal["base"])
            assert puzzle.commitment == seal["commit"]
            assert (
                verifier.number_of(seal, TURNS) == puzzle.opened(seal["factor"], TURNS) == verifier.squared(seal, TURNS)
            )
            nonces[seal["seat"]] = nonce_of(puzzle.found(TURNS))
        seed = seed_of(record["root"], nonces)
        assert verifier.seed_of(record) == seed
        size = shoe[-1]["size"]
        gone = verifier.gone_before(record, size)
        rest = [(record["cut"] + at) % size for at in range(size)]
        assert tuple(verifier.coming(record, size)) == used([place for place in rest if place not in gone], seed)


# ---------------------------------------------------------------------------------------------------- who learns what


@pytest.mark.parametrize("role", ["surveillance", "dealer", "manager", "player"])
def test_nobody_learns_a_card_before_the_rules_show_it(
    role: str, folder: Path, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two rooms that differ in the order of the shoe alone look the same, from the bets to the first decision.

    What a commitment hides is hidden by hashing; here roots and salts are put to be the same, so that all else shows.
    """
    eye = Person(77, "Eye", role, 0)
    monkeypatch.setattr(Commitment, "root", property(lambda _: "ab" * 32))
    both = [next(KEYS), next(KEYS)]
    seen = []
    for world in (1, 2):
        room = opened(f"sqlite:///{folder}/{world}.db", draw=random.Random(world).randrange, now=lambda: 0.0)
        people = Honest(sitting(room, "super-pan-9"))
        told: list[Any] = []

        def look(room: Room = room, people: Honest = people, told: list[Any] = told) -> None:
            told.append(room.view(people.table.table, eye).json())
            proof = room.proof(1, eye).json()
            told.append((proof["openings"], proof["cut"]))

        for person, nonce in zip(people.table.people, both, strict=True):
            people.bet(person, nonce)
        for step in (people.ready, people.seal, people.open):
            for person in people.table.people:
                step(person)
                look()
        with pytest.raises(HousewayError):
            room.record(1, eye)
        seen.append(told)
    assert seen[0] == seen[1]


def test_two_worlds_are_told_apart_where_a_card_is_shown(
    folder: Path, opened: Callable[..., Room], sitting: Any
) -> None:
    """The planted fault of the test above."""
    cards = []
    for world in (1, 2):
        table = sitting(opened(f"sqlite:///{folder}/{world}.db", draw=random.Random(world).randrange), "super-pan-9")
        table.ready()
        cards.append(table.view(table.people[0])["seats"][0]["cards"])
    assert cards[0] != cards[1]


def test_a_round_in_progress_when_the_room_went_down_goes_on_by_the_same_numbers(
    sqlite: str, opened: Callable[..., Room], sitting: Any
) -> None:
    """At every step of sealing and opening."""
    people = Honest(sitting(opened(sqlite), "super-pan-9"))
    people.close()
    steps = [(people.seal, 0), (people.seal, 1), (people.open, 0), (people.open, 1)]
    for step, seat in steps:
        people.table.room.store.close()
        people.table.room = opened(sqlite)
        step(people.table.people[seat])
    people.table.room.store.close()
    people.table.room = opened(sqlite)
    live: LiveTable = people.table.room._live.get(people.table.table) or _loaded(people.table)
    assert live.seed != b""
    while people.table.answer():
        pass
    people.play_round()
    assert audit(sqlite) == []


def _loaded(table: Any) -> LiveTable:
    table.view()
    return table.room._live[table.table]  # type: ignore[no-any-return]  # the fixture is Any
