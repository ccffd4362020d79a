"""A command that is refused has changed nothing: no journal is read again for it, and none grows without end."""

import random
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from houseway.errors import HousewayError
from houseway.room import Command, Person, Room
from houseway.room.commands import command
from houseway.room.fairness import nonces
from houseway.room.fairness.nonces import Nonce
from houseway.room.live_tables import LiveTables
from houseway.room.store.locks import SHORT
from houseway.room.table.state import LiveTable

GAMES = ["super-pan-9", "supreme-99", "dealer-open-pai-gow", "chinese-poker", "super-pairs"]
Dropped = list[int]


@pytest.fixture
def dropped(monkeypatch: pytest.MonkeyPatch) -> Dropped:
    """The tables that this process forgets, to read their journals again."""
    found: Dropped = []
    forget = LiveTables.drop

    def drop(live: LiveTables, id_: int) -> None:
        found.append(id_)
        forget(live, id_)

    monkeypatch.setattr(LiveTables, "drop", drop)
    return found


def refused(table: Any, person: Person, what: str, /, **data: Any) -> str:
    with pytest.raises(HousewayError) as why:
        table.do(person, what, **data)
    return str(why.value)


def wrong(asked: dict[str, Any]) -> Iterator[Any]:
    """Answers that have the form of one, and that the question does not allow."""
    if asked["kind"] == "arrange":
        cards, sizes = asked["cards"], asked["sizes"]
        yield [cards[: sizes[0]]]
        yield [cards[:size] for size in sizes]
        yield [cards, *([] for _ in sizes[1:])]
        yield "stand"
    elif asked["kind"] == "choose":
        yield from ("a dance", 3, -1)
    else:
        yield from (1, asked["most_cents"] + 1, "all")


def standing(table: Any, viewer: Any = None) -> dict[str, Any]:
    """What somebody sees of a table, but for its clock, which goes on meanwhile."""
    return {key: value for key, value in table.view(viewer).items() if key != "deadline"}


@pytest.mark.parametrize("game", GAMES)
def test_an_answer_is_judged_before_anything_changes(
    game: str, sqlite: str, opened: Callable[..., Room], sitting: Any, dropped: Dropped
) -> None:
    table = sitting(opened(sqlite), game)
    tried = 0
    for _ in range(3):
        table.ready()
        while any(each["yours"] for person in table.people for each in table.view(person)["asked"]):
            for person in table.people:
                asked = next((each for each in table.view(person)["asked"] if each["yours"]), None)
                before = standing(table)
                for answer in [] if asked is None else wrong(asked):
                    refused(table, person, "answer", answer=answer)
                    tried += 1
                assert standing(table) == before
            assert dropped == []
            table.answer()
    assert tried


def test_a_stake_that_nothing_covers_is_judged_before_it_is_made(
    sqlite: str, opened: Callable[..., Room], sitting: Any, dropped: Dropped, tried: list[Any]
) -> None:
    """A double, with fewer chips left than lie on the wager."""
    table = sitting(opened(sqlite), "super-pairs", people=1, maximum="400.00")
    (ann,) = table.people
    kinds: set[str] = set()
    for _ in range(60):
        chips = table.view(ann)["seats"][0]["chips_cents"]
        bet = min(chips - 1_00, 400_00)
        table.do(ann, "bet", wagers={"blackjack": bet})
        table.do(ann, "ready")
        while asked := next((each for each in table.view(ann)["asked"] if each["yours"]), {}):
            options, left = asked.get("options", [0]), table.view(ann)["seats"][0]["chips_cents"]
            dear = "double" if "double" in options else asked.get("most_cents", 0)
            if left < (bet if dear == "double" else dear):
                before = standing(table, ann)
                tried.clear()
                for _ in range(3):
                    assert "wager less, or buy chips" in refused(table, ann, "answer", answer=dear)
                assert len(tried) == (dear == "double"), "what it would stake is found once"
                assert (dropped, standing(table, ann)) == ([], before)
                kinds.add(asked["kind"])
            table.do(ann, "answer", answer="stand" if "stand" in options else options[-1])
        if kinds == {"choose", "wager"}:
            return
        if table.view(ann)["seats"][0]["chips_cents"] < 100_00:
            table.room.people.more_chips(ann)
    pytest.fail(f"not both were offered: {kinds}")


CALLS = """
[[irregularity]]
kind = "card-seen"
says = "A card was seen."
seat = "replace-card"
supervisor = false

[[irregularity]]
kind = "phone"
says = "Somebody uses a telephone."
seat = "void-hand"
supervisor = false
"""


def test_a_call_is_judged_before_anything_changes(
    sqlite: str, opened: Callable[..., Room], sitting: Any, dropped: Dropped
) -> None:
    """No card of a dead hand is replaced: anybody at the table may ask for it, and is refused."""
    table = sitting(opened(sqlite), "super-pan-9", people=3, irregularities=CALLS)
    table.ready()
    ann = table.people[0]
    table.do(ann, "irregularity", kind="phone", seat=2, reason="it rang")
    before = standing(table)
    for kind, seat, says in (
        ("card-seen", 2, "is dead already"),
        ("card-seen", 9, "not in this round"),
        ("no-such", 1, "supervisor"),
        ("card-seen", 0, "names a seat"),
    ):
        assert says in refused(table, ann, "irregularity", kind=kind, seat=seat, reason="it was seen")
    assert (dropped, standing(table)) == ([], before)


def test_a_round_that_the_game_does_not_allow_is_judged_before_anybody_is_ready(
    sqlite: str, opened: Callable[..., Room], sitting: Any, dropped: Dropped
) -> None:
    """Thirteen-card poker is not played alone; and who gets up is not kept because of it."""
    table = sitting(opened(sqlite), "chinese-poker")
    ann, bob = table.people
    table.bet(ann)
    table.do(ann, "ready")
    before = standing(table)
    says = refused(table, bob, "ready")
    assert (dropped, standing(table)) == ([], before), says
    table.do(bob, "leave")
    assert (dropped, table.view()["phase"]) == ([], "betting")


def test_a_seat_that_the_house_frees_begins_no_round_for_who_is_not_ready(
    sqlite: str, opened: Callable[..., Room], sitting: Any, dropped: Dropped
) -> None:
    """A wager lies, and its owner is still thinking; of two who are ready the round begins."""
    table = sitting(opened(sqlite), "super-pan-9", people=3)
    ann = table.people[0]
    table.bet(ann)
    table.room.act(table.table, "free", {"seats": [2], "minutes": 20})
    assert (dropped, table.view()["phase"]) == ([], "betting")
    table.do(ann, "ready")
    table.room.act(table.table, "free", {"seats": [3], "minutes": 20})
    assert table.view()["phase"] in ("playing", "ended")


def test_a_bet_on_a_jackpot_that_is_refused_has_written_nothing(
    sqlite: str, opened: Callable[..., Room], sitting: Any, dropped: Dropped
) -> None:
    own = {"super-pairs-jackpot-seed": "500.00", "super-pairs-jackpot-increment": "7.5%"}
    table = sitting(opened(sqlite), "super-pairs", **{"offer-super-pairs-jackpot": "yes"}, **own)
    refused(table, table.people[0], "bet", wagers={"blackjack": 1, "super-pairs-jackpot": 100})
    assert dropped == []


# ---------------------------------------------------------------------------------------------------- how many


def test_what_piles_up_before_a_round_has_an_end(
    sqlite: str, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "MOST_ACTS", 12)
    room = opened(sqlite)
    table = sitting(room, "super-pan-9")
    ann, bob = table.people
    done = 1  # they sat down
    while done < 12:
        table.do(bob, "leave")
        table.do(bob, "sit", seat=2)
        done += 1
    table.do(bob, "leave")
    assert "much at this table since its last round" in refused(table, bob, "sit", seat=2)
    room._live.drop(table.table)
    assert "much at this table" in refused(table, bob, "sit", seat=2), "and so it is where the journal was read again"
    table.bet(ann)
    table.do(ann, "ready")
    while table.answer():
        pass
    table.do(bob, "sit", seat=2)
    table.play_round()


def test_whoever_has_done_much_can_still_play(
    sqlite: str, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last of what one may do is a bet: to be ready and to get up are always free, but not twice."""
    monkeypatch.setattr(command, "MOST_ACTS", 5)
    table = sitting(opened(sqlite), "super-pan-9")
    ann, bob = table.people
    for _ in range(4):  # she has opened the table and sat down; the first bet is free
        table.bet(ann)
    refused(table, ann, "clear")
    table.do(ann, "ready")
    assert "much at this table" in refused(table, ann, "ready")
    table.bet(bob)
    table.do(bob, "ready")
    assert table.view()["phase"] in ("playing", "ended")


def test_a_round_stays_open_to_who_took_a_wager_back_before_others_piled_up(
    sqlite: str, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One bet where none lies is free; to take it back is not."""
    monkeypatch.setattr(command, "MANY_ACTS", 20)
    monkeypatch.setattr(command, "FEW_ACTS", 4)
    table = sitting(opened(sqlite), "super-pan-9")
    ann, bob = table.people
    for who, times in ((ann, 9), (bob, 8)):
        for _ in range(times):
            table.bet(who)
            table.do(who, "clear")
    assert "much at this table" in refused(table, ann, "clear")
    table.bet(ann)
    assert "much at this table" in refused(table, ann, "clear")
    assert "much at this table" in refused(table, ann, "bet", wagers=table.view(ann)["seats"][0]["wagers"])
    table.bet(bob)
    table.do(ann, "ready")
    table.do(bob, "ready")
    assert table.view()["phase"] in ("playing", "ended")


def test_at_a_table_where_much_has_piled_up_newcomers_still_play(
    sqlite: str, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A crowd of guests cannot pile up more each, and nobody is kept out by them."""
    monkeypatch.setattr(command, "MANY_ACTS", 20)
    monkeypatch.setattr(command, "FEW_ACTS", 4)
    room = opened(sqlite)
    table = sitting(room, "super-pan-9")
    ann, bob = table.people
    for _ in range(8):
        table.do(bob, "leave")
        table.do(bob, "sit", seat=2)
        table.bet(ann)
    table.bet(ann)
    table.bet(ann)  # the first was free
    refused(table, ann, "clear")
    table.do(bob, "leave")
    refused(table, bob, "sit", seat=2)
    cyd = room.people.guest("Cyd")
    room.do(Command(table.table, cyd.id, "cyd-1", None, "sit", {"seat": 2}))
    table.people[1] = cyd
    table.bet(cyd)
    table.do(cyd, "ready")
    table.do(ann, "ready")
    assert table.view()["phase"] in ("playing", "ended")


def test_newcomers_from_one_address_pile_up_no_more_than_it_may_and_those_of_others_do(
    sqlite: str, opened: Callable[..., Room], sitting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Guest after guest from one place did ten each, for as many as there were."""
    monkeypatch.setattr(command, "OF_ADDRESS", 6)
    room = opened(sqlite)
    table = sitting(room, "super-pan-9")
    ann, bob = table.people
    table.do(bob, "leave")

    def sits(number: int, address: str) -> str:
        guest = room.people.guest(f"Guest {number}")
        try:
            room.do(Command(table.table, guest.id, f"sit-{number}", None, "sit", {"seat": 2}), "", address)
            room.do(Command(table.table, guest.id, f"leave-{number}", None, "leave", {}), "", address)
        except HousewayError as fault:
            return str(fault)
        return ""

    assert [sits(number, "10.0.0.7") for number in range(6)] == [""] * 6
    assert "from your address since its last round" in sits(6, "10.0.0.7")
    assert sits(7, "10.0.0.8") == ""
    table.bet(ann)
    table.do(ann, "ready")
    while table.answer():
        pass
    assert sits(8, "10.0.0.7") == "", "a round has been played"


SEEN = """
[[irregularity]]
kind = "a-card-seen"
says = "A card was seen."
seat = "replace-card"
dealer = "play-on"
supervisor = false
"""


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What was tried on a whole round, before it was done or refused."""
    found: list[Any] = []
    try_ = LiveTable.tried

    def noted(table: LiveTable, entry: Any) -> Any:
        found.append(entry)
        return try_(table, entry)

    monkeypatch.setattr(LiveTable, "tried", noted)
    return found


def called(table: Any, who: Person) -> None:
    table.do(who, "irregularity", kind="a-card-seen", seat=2, reason="I saw it")


def test_who_has_done_too_much_is_refused_before_anything_is_tried(
    sqlite: str, opened: Callable[..., Room], sitting: Any, tried: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A call beyond the bound was tried on the whole round first: six guests held everybody up for half a second."""
    monkeypatch.setattr(command, "MOST_ACTS", 3)
    table = sitting(opened(sqlite), "super-pan-9", irregularities=SEEN)
    table.ready()
    ann, _ = table.people
    for _ in range(3):
        called(table, ann)
    assert len(tried) == 3
    assert "much at this table" in refused(table, ann, "irregularity", kind="a-card-seen", seat=2, reason="I saw it")
    assert len(tried) == 3


def test_a_round_has_so_many_calls_and_staff_has_some_left(
    sqlite: str, opened: Callable[..., Room], sitting: Any, tried: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is tried with all before it: those of a supervisor were bounded by nothing, and one player could use up
    those of all."""
    monkeypatch.setattr(command, "MOST_CALLS", 4)
    table = sitting(opened(sqlite), "super-pan-9", irregularities=SEEN)
    table.ready()
    first = table.room.people.sign_in("manager", table.room.first_password)
    sam, ann = (
        table.room.people.set_password(first, table.room.first_password, "a password of the manager"),
        table.people[0],
    )
    call = {"kind": "a-card-seen", "seat": 2, "reason": "I saw it"}
    for _ in range(2):
        called(table, ann)
    assert refused(table, ann, "irregularity", **call).startswith("2 calls were made in this round")
    for _ in range(2):
        called(table, sam)
    told = refused(table, sam, "irregularity", **call)
    assert told == "4 calls were made in this round: what else is wrong is put right at the desk"
    assert len(tried) == 4


def test_who_calls_what_the_round_refuses_calls_no_more_in_it(
    sqlite: str, opened: Callable[..., Room], sitting: Any, tried: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each was tried on the whole round and counted for nobody: nine guests of one address had everybody's commands
    wait seven times as long."""
    monkeypatch.setattr(command, "IN_VAIN", 2)
    table = sitting(opened(sqlite), "super-pan-9", people=3, irregularities=CALLS)
    table.ready()
    ann, ben, _ = table.people
    table.do(ann, "irregularity", kind="phone", seat=2, reason="it rang")
    seen = {"kind": "card-seen", "seat": 2, "reason": "it was seen"}
    told = [refused(table, each, "irregularity", **seen) for each in (ann, ann, ann, ann, ben)]
    assert ["is dead already" in each for each in told] == [True, True, False, False, True]
    assert told[2].startswith("2 calls of yours were refused in this round")
    assert len(tried) == 4  # the one that was made, two of hers and one of his
    for seat in [each["seat"] for each in table.view()["asked"]]:
        table.do(table.people[seat - 1], "answer", answer="stand")
    assert table.view()["phase"] == "ended"
    table.ready()
    table.do(ann, "irregularity", kind="phone", seat=2, reason="it rang")


def test_calls_in_vain_count_where_the_table_is_read_anew(
    sqlite: str, opened: Callable[..., Room], sitting: Any, tried: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A command that somebody kept waiting is done alone; refused, it has the table read from its journal."""
    monkeypatch.setattr(command, "IN_VAIN", 2)
    table = sitting(opened(sqlite), "super-pan-9", people=3, irregularities=CALLS)
    table.ready()
    ann, _, _ = table.people
    table.do(ann, "irregularity", kind="phone", seat=2, reason="it rang")
    seen = {"kind": "card-seen", "seat": 2, "reason": "it was seen"}
    for _ in range(3):
        taken, told = threading.Event(), threading.Event()
        looking = threading.Thread(target=kept, args=(table, taken, told))
        looking.start()
        assert taken.wait(60)
        threading.Timer(4 * SHORT, told.set).start()
        refused(table, ann, "irregularity", **seen)
        looking.join(60)
    assert len(tried) == 3  # the one that was made, and two of hers


def kept(table: Any, taken: threading.Event, told: threading.Event) -> None:
    """Somebody looks at a table until they are told."""
    with table.room._live.locks.held(table.table):
        taken.set()
        assert told.wait(60)


def test_an_opening_that_is_refused_is_tested_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each cost the writer 24 rounds of Miller and Rabin, however often it was sent."""
    tested: list[int] = []
    prime = nonces.prime
    monkeypatch.setattr(nonces, "prime", lambda number: tested.append(number) or prime(number))
    one = Nonce.fresh(random.Random(7).getrandbits).factor
    other = next(found for found in range(2**512 - 1, 2**511, -2) if not prime(found) and (found * one) >> 1023)
    puzzle = nonces.Puzzle(one * other, 5)
    tested.clear()
    for _ in range(5):
        with pytest.raises(HousewayError, match="two different primes"):
            puzzle.opened(f"{one:x}", 10)
    assert len(tested) == 2
