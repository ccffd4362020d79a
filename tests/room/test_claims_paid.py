"""The page of a proof reads hands and payouts as the verifier does, and accuses no honest round of any game."""

import contextlib
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from controls import own_controls
from honest import HOUSE, told_by_house
from houseway.cards import parse_cards
from houseway.errors import HousewayError
from houseway.games import game as find_game
from houseway.room import Person, Room
from houseway.room.store.backup import restore
from houseway.room.store.journal import canonical
from houseway.verifier import answer, checked
from houseway.verifier.hands import call_faults, hand_faults
from scripts import READ, ask_deno, pages

SUE = Person(9, "Sue", "surveillance", 0)
ROOMS = ("older-room", "room-of-version-3", "jackpot-room")
Record = dict[str, Any]
Files = tuple[Record, dict[str, Any]]


def all_of(room: Room) -> Iterator[Files]:
    """Every round of a room, with the proof of its shoe."""
    proofs: dict[int, dict[str, Any]] = {}
    for table in room.tables():
        for told in room.history(table.id):
            shoe = told["shoe"]
            proofs[shoe] = proofs.get(shoe) or room.proof(shoe, SUE).json()
            yield room.record(told["round"], SUE), proofs[shoe]


class Busy:
    """A table where people lay whatever they may, and a manager calls whatever there is a control for."""

    def __init__(self, table: Any, manager: Person, seed: int = 7) -> None:
        self.table, self.manager, self.random = table, manager, random.Random(seed)

    def bet(self) -> None:
        for person in self.table.people:
            offered = [each for each in self.table.view(person)["wagers"] if each["before_deal"]]
            some = [each for each in offered if each["required"] or self.random.random() < 0.5]
            try:
                self.table.do(person, "bet", wagers={each["id"]: each["least_cents"] for each in some})
            except HousewayError:
                self.table.bet(person)
        for person in self.table.people:
            self.table.do(person, "ready")

    def call(self) -> None:
        calls = [("card-off-the-table", 1), ("card-off-the-table", 2), ("phone-at-the-table", 1), ("exposed-card", 0)]
        kind, seat = self.random.choice([*calls, ("misdeal", 0)])
        with contextlib.suppress(HousewayError):
            self.table.do(self.manager, "irregularity", kind=kind, seat=seat, reason="as seen by the camera")

    def play(self, rounds: int, *, calls: bool) -> None:
        for _ in range(rounds):
            self.bet()
            while self.table.view()["phase"] == "playing":
                if calls and self.random.random() < 0.2:
                    self.call()
                elif not self.table.answer():
                    break


@pytest.fixture(scope="module")
def honest(sitting: Any, tmp_path_factory: pytest.TempPathFactory) -> list[Files]:
    """Rounds of every game: with all kinds of wagers, with calls, with a split, and of rooms of an older time."""
    folder = tmp_path_factory.mktemp("honest")
    room = Room.open(f"sqlite:///{folder}/room.db", draw=random.Random(3).randrange)
    first = room.people.sign_in("manager", room.first_password)
    manager = room.people.set_password(first, room.first_password, "a long password")
    for game in ("super-pan-9", "supreme-99", "dealer-open-pai-gow", "chinese-poker", "super-pairs"):
        own = own_controls(game)
        Busy(sitting(room, game), manager).play(2, calls=False)
        Busy(sitting(room, game, irregularities=own), manager).play(7, calls=True)
    found = list(all_of(room))
    room.close()
    for name in ROOMS:
        restore(Path(__file__).with_name("data") / f"{name}.gz", f"sqlite:///{folder}/{name}.db")
        room = Room.open(f"sqlite:///{folder}/{name}.db")
        found += all_of(room)
        room.close()
    return found


@pytest.fixture
def split(sitting: Any, opened: Callable[..., Room], sqlite: str, arranged: Any) -> Files:
    """A pair of eights, split."""
    pairs = find_game("super-pairs")
    first = parse_cards("8s Tc 6s 8d 9c 7d")
    room = opened(sqlite, draw=arranged(pairs.pack(pairs.configure({})), first))
    table = sitting(room, "super-pairs")
    table.ready()
    while (asked := [(p, q) for p in table.people for q in table.view(p)["asked"] if q["yours"]]) != []:
        person, question = asked[0]
        given = [each for each in ("split", "stand") if each in question.get("options", ())]
        table.do(person, "answer", answer=given[0] if given else 0)
    (files,) = all_of(room)
    return files


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where houseway is not installed."""
    monkeypatch.setattr(answer, "ruled_again", lambda record: None)


@pytest.mark.usefixtures("alone")
def test_no_honest_round_is_accused(honest: list[Files], split: Files, tmp_path: Path) -> None:
    """Rounds that were drawn for before numbers came from the shoe are the only ones that both refuse."""
    files = [*honest, split]
    assert [each["choose"] for each in split[0]["entries"] if "choose" in each].count("split") == 1
    told = [record for record, _ in files]
    assert any(record.get("burnt") for record in told)
    assert any(each["award"] == "void" for record in told for each in record["payouts"])
    assert any(each["meter_cents"] for record in told for each in record["payouts"])
    assert any("draws" not in record for record in told)
    found = pages(files, tmp_path)
    by_verifier = [checked([record], proof, None, None)[0] for record, proof in files]
    assert list(map(bool, found)) == list(map(bool, by_verifier))
    refused = [says for says in by_verifier if says]
    assert all("nothing that was committed to covers them" in fault for (fault,) in refused)
    assert len(refused) < len(files) // 4


# ---------------------------------------------------------------------------------------------------- spoilt


def a_thousand_dollars(record: Record) -> None:
    record["payouts"][0]["cents"] += 100_000


def as_a_text(record: Record) -> None:
    record["payouts"][0]["returned_cents"] = str(record["payouts"][0]["returned_cents"])


def a_stranger(record: Record) -> None:
    record["payouts"].append(record["payouts"][0] | {"seat": 9})


def nobody_s_wager(record: Record) -> None:
    made = {"wager": "sun-moon", "stake_cents": 500, "returned_cents": 500, "cents": 0}
    record["payouts"].append(record["payouts"][0] | made)


def a_wager_left_out(record: Record) -> None:
    first = record["payouts"][0]
    record["payouts"] = [
        each for each in record["payouts"] if (each["seat"], each["wager"]) != (first["seat"], first["wager"])
    ]


def nothing_staked(record: Record) -> None:
    for each in record["payouts"]:
        each |= {"stake_cents": 0, "returned_cents": each["cents"]}


def no_payouts(record: Record) -> None:
    del record["payouts"]


def hands_changed_over(record: Record) -> None:
    one, other = record["seat"][:2]
    one["cards"], other["cards"] = other["cards"], one["cards"]


def in_another_order(record: Record) -> None:
    record["seat"][0]["cards"].reverse()


def a_card_more(record: Record) -> None:
    record["seat"][0]["cards"].append("2c")


def the_dealer_s(record: Record) -> None:
    record["dealer"] = {"cards": [*record.get("dealer", {}).get("cards", []), "2c"]}


def a_hand_left_out(record: Record) -> None:
    record["seat"][0]["cards"] = []


def burnt(record: Record) -> None:
    record["burnt"] = [*record.get("burnt", []), "2c"]


def a_call_without_a_control(record: Record) -> None:
    record["entries"].append({"call": "rain", "seat": 0})


def a_call_on_nobody(record: Record) -> None:
    record["entries"].append({"call": "misdeal", "seat": 9})


def nobody_s_payment(record: Record) -> None:
    made = {"wager": "jackpot-from-heaven", "stake_cents": 0, "returned_cents": 500_000, "cents": 500_000}
    record["payouts"].append(record["payouts"][0] | made)


def less_than_nothing(record: Record) -> None:
    first = record["payouts"][0]
    first |= {"returned_cents": -100_000, "cents": -100_000 - first["stake_cents"]}


def nothing_laid(record: Record) -> None:
    seat = record["seat"][0]
    del seat["wagers"]
    record["payouts"] = [each for each in record["payouts"] if each["seat"] != seat["number"]]


def at_no_time(record: Record) -> None:
    for each in record["answers"]:
        each["at"] = ""
    record["ended"] = ""


SPOILT = [
    nobody_s_payment,
    less_than_nothing,
    nothing_laid,
    at_no_time,
    a_thousand_dollars,
    as_a_text,
    a_stranger,
    nobody_s_wager,
    a_wager_left_out,
    nothing_staked,
    no_payouts,
    hands_changed_over,
    in_another_order,
    a_card_more,
    the_dealer_s,
    a_hand_left_out,
    burnt,
    a_call_without_a_control,
    a_call_on_nobody,
]


def refused(record: Record, proof: dict[str, Any]) -> bool:
    try:
        return bool(checked([record], proof, None, None)[0])
    except ValueError:
        return True


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize("spoil", SPOILT)
def test_a_record_that_a_house_has_spoilt_and_signed_is_found_out(
    spoil: Callable[[Record], None], honest: list[Files], tmp_path: Path
) -> None:
    """The signature tells nothing here: hands and payouts speak."""
    by_game: dict[tuple[str, bool], Files] = {}
    for record, proof in honest:
        if "draws" in record:
            by_game.setdefault((record["game"], "burnt" in record), (record, proof))
    files = json.loads(json.dumps(list(by_game.values())))
    for record, _ in files:
        spoil(record)
    told = [(told_by_house(record), proof) for record, proof in files]
    found = pages(told, tmp_path)
    assert all(refused(*each) for each in told)
    assert all(found), found
    assert not any("sign" in says for says in found), "each by what was spoilt"


@pytest.mark.usefixtures("alone")
def test_a_record_that_was_spoilt_without_the_key_is_found_out(honest: list[Files], tmp_path: Path) -> None:
    record, proof = honest[0]
    signature = record["signed"]["signature"]
    bare = {
        name: value for name, value in record.items() if name not in ("signed", "answers", "draws", "turns", "seals")
    }
    older = bare | {"draws": [], "turns": 0, "seals": [], "answers": record["answers"]}
    message = {name: older[name] for name in ("table", "round", "root", "entries", "answers")}
    by_answers = HOUSE.sign(b"houseway answers\n" + canonical(message).encode()).hex()
    key = {"key": HOUSE.public.hex()}
    told = [
        record | {"engine": "0"},
        record | {"signed": record["signed"] | {"signature": "00" + signature[2:]}},
        record | {"signed": record["signed"] | key},
        record | {"signed": record["signed"] | {"key": ""}},
        record | {"signed": {"key": "01" + "00" * 31, "signature": "01" + "00" * 63}},
        record | {"signed": None},
        {name: value for name, value in record.items() if name != "signed"},
        older | {"answers_signed": key | {"signature": signature}},
        told_by_house(record) | {"engine": 1.5},
    ]
    files = [(each, proof) for each in told]
    assert all(refused(*each) for each in files)
    assert all(pages(files, tmp_path)), "none holds"
    assert all(pages(files, tmp_path, older=True)), "nor where it is one that somebody kept"
    kept = [(bare, proof), (older | {"answers_signed": key | {"signature": by_answers}}, proof)]
    assert [refused(*each) for each in kept] == [False, False]
    assert pages(kept, tmp_path, older=True) == ["", ""], "older than the signature over all of it"
    assert all(pages(kept, tmp_path)), "and no room gives it out"
    assert pages([(told_by_house(record), proof)], tmp_path) == [""], "whose key that is the page says it does not know"


@pytest.mark.usefixtures("alone")
def test_a_head_of_the_log_that_the_key_has_not_signed_is_found_out(honest: list[Files], tmp_path: Path) -> None:
    record, proof = json.loads(json.dumps(honest[0]))
    proof["log"]["head"]["at"] = "2001-01-01T00:00:00+00:00"
    assert refused(record, proof)
    assert "the head of the log" in pages([(record, proof)], tmp_path)[0]


# ---------------------------------------------------------------------------------------------------- what was burnt


def called(*then: str, kept: list[str], gone: list[str]) -> Record:
    """A round of one seat, whose second card is followed by a call and a third one."""
    own = "".join(f'[[irregularity]]\nkind = "smoke"\nsays = "."\nseat = "{each}"\n' for each in then)
    dealt = [{"deal": "2c", "to": 1}, {"deal": "3c", "to": 1}, {"call": "smoke", "seat": 1}, {"deal": "4c", "to": 1}]
    told: Record = {"game": "super-pan-9", "settings": {"irregularities": own}, "entries": dealt, "burnt": gone}
    return told | {"seat": [{"number": 1, "cards": kept}]}


CALLED = [
    called("replace-card", kept=["2c", "4c"], gone=["3c"]),
    called("replace-card", kept=["2c", "3c", "4c"], gone=[]),
    called("replace-card", kept=["4c"], gone=["3c", "2c"]),
    called("replace-card", kept=["4c", "2c"], gone=["3c"]),
    called("replace-card", kept=["2c", "4c"], gone=[]),
    called("replace-card", kept=["2c", "4c"], gone=["3c", "3c"]),
    called("play-on", kept=["2c", "3c", "4c"], gone=[]),
    called("play-on", kept=["2c", "4c"], gone=["3c"]),
    called("void-hand", kept=["2c", "3c", "4c"], gone=["3c"]),
    called("replace-card", "play-on", kept=["2c", "4c"], gone=["3c"]),
    called("replace-card", "play-on", kept=["2c", "3c", "4c"], gone=[]),
    called("replace-card", "play-on", kept=["2c", "3c"], gone=[]),
    called(kept=["2c", "3c", "4c"], gone=[]),
    called("replace-card", kept=["2c", "4c"], gone=["3c"]) | {"settings": {"irregularities": "none"}},
    called("play-on", kept=["2c", "3c", "4c"], gone=[]) | {"settings": {"smoke": "void-hand"}},
]


def test_what_a_call_took_away_is_read_alike(tmp_path: Path) -> None:
    code = (
        f"{READ}const {{ callFault, handFault }} = await import(`${{S}}/hands.js`);\n"
        "console.log(JSON.stringify(files.map((each) => [callFault(each) !== '', handFault(each) !== ''])));\n"
    )
    found = ask_deno(tmp_path, code, CALLED)
    assert found == [[any(call_faults(each)), any(hand_faults(each))] for each in CALLED]
    assert [each for each in found if any(each)] != found != [each for each in found if not any(each)]


def test_a_control_that_the_page_cannot_read_accuses_nobody(tmp_path: Path) -> None:
    code = (
        f"{READ}const {{ callFault, cardsAsTold, handFault }} = await import(`${{S}}/hands.js`);\n"
        "console.log(JSON.stringify(files.map((each) => [callFault(each), handFault(each), cardsAsTold(each)])));\n"
    )
    odd = [
        each | {"settings": {"irregularities": "a = 1.5\n" + each["settings"]["irregularities"]}} for each in CALLED[:2]
    ]
    assert ask_deno(tmp_path, code, odd) == [["", "", ["3c"]], ["", "", []]]
