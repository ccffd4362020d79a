"""The jackpots' desk over HTTP: an award from the hit to the receipt, and what two people do."""

import re
from fractions import Fraction
from typing import Any

import pytest
from browsing import plant

from houseway.errors import HousewayError
from houseway.room import Command, Room
from houseway.room.audit.room import audit
from houseway.room.jackpots.plan import Plan
from houseway.room.people import people as accounts
from houseway.room.store import journal
from houseway.room.table.metering import Sensor

PASSWORD = "nine of hearts"
JACKPOT = "super-pairs-jackpot"
SETTINGS = {
    "offer-super-pairs-jackpot": "yes",
    "super-pairs-jackpot-seed": "500.00",
    "super-pairs-jackpot-increment": "7.5%",
}


@pytest.fixture
def staff(room: Room, visitor: Any) -> Any:
    made = {"Mia": "manager", "Max": "manager", "Dora": "dealer", "Sue": "surveillance"}
    people = {
        name: room.people.add(name, role, accounts.HASHER.hash(PASSWORD), by="command: tests")
        for name, role in made.items()
    }

    def come(name: str) -> Any:
        found = visitor()
        assert found.form("/sign-in", how="account", name=name, password=PASSWORD).status_code == 303
        return found

    come.people = people  # type: ignore[attr-defined]  # a function that carries who it lets in
    return come


GROWS = Plan(seed=500_00, increment=Fraction(3, 40), practice=False)
FIXED = {"offer-super-pairs-jackpot": "yes", "jackpot-kind": "house", f"{JACKPOT}-meter": "5000.00"}


def hit(
    room: Room,
    mia: Any,
    monkeypatch: pytest.MonkeyPatch,
    cards: str = "As As As 2c 9c 9d 9h",
    settings: dict[str, str] = SETTINGS,
    plan: Plan = GROWS,
) -> int:
    """Ann wins the jackpot with three aces of spades, or not with other cards; the round."""
    plant(monkeypatch, cards)
    table = room.open_table(mia, "super-pairs", settings, "Aces", jackpots={JACKPOT: Sensor("aces", plan)})
    ann = room.people.guest("Ann")

    def do(key: str, kind: str, **data: Any) -> None:
        room.do(Command(table, ann.id, key, None, kind, data))

    do("sits", "sit", seat=1)
    do("bets", "bet", wagers={"blackjack": 500, JACKPOT: 100})
    do("is ready", "ready")
    for number in range(10):
        for asked in room.view(table, ann).json()["asked"]:
            if asked["yours"]:
                do(f"answers {number}", "answer", answer=0 if asked["kind"] == "wager" else asked["options"][0])
    return int(room.view(table, ann).json()["round"])


def test_an_award_goes_from_the_hit_to_the_receipt_through_two_people(
    room: Room, staff: Any, visitor: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    hit(room, staff.people["Mia"], monkeypatch)
    dora, max_, sue = staff("Dora"), staff("Max"), staff("Sue")
    assert "$500.07 of aces" in sue.client.get("/desk/jackpots").text
    assert "$500.07 of aces" in sue.client.get("/desk").text, "one desk for all that waits"
    assert "I have verified it" not in sue.client.get("/desk/jackpots").text
    seen = {"hand": "As As As", "wager": "1.00", "payout": "500.07", "who": "Ann"}
    wrong = dora.form("/desk/jackpots/awards/1/verify", **seen | {"payout": "500.08"})
    assert (wrong.status_code, "not" in wrong.text) == (422, True)
    assert dora.form("/desk/jackpots/awards/1/verify", **seen | {"wager": "a dollar"}).status_code == 422
    assert dora.form("/desk/jackpots/awards/1/verify", **seen).status_code == 200
    assert "Verified by Dora." in sue.client.get("/desk/jackpots").text
    assert "Decline award 1" not in sue.client.get("/desk").text
    assert "Decline award 1" in max_.client.get("/desk").text
    assert max_.form("/desk/jackpots/awards/1/decline", reason="no", back="desk").status_code == 422
    declined = max_.form("/desk/jackpots/awards/1/decline", reason="the camera was off", back="desk").text
    assert "Award 1 is declined, and waits to be verified anew." in declined
    assert "Declined by Max: the camera was off." in dora.client.get("/desk").text
    assert dora.form("/desk/jackpots/awards/1/verify", **seen).status_code == 200
    assert "Declined by" not in dora.client.get("/desk").text
    assert dora.approve("/desk/jackpots/awards/1/approve").status_code == 403
    assert sue.client.get("/desk/jackpots/awards/1/receipt").status_code != 200, "nothing is paid yet"
    assert max_.approve("/desk/jackpots/awards/1/approve").status_code == 200
    paid = dora.form("/desk/jackpots/awards/1/pay")
    assert "the receipt is entry" in paid.text
    assert "Nothing waits to be paid" in sue.client.get("/desk/jackpots").text
    assert "/desk/jackpots/awards/1/receipt" in sue.client.get("/desk/jackpots").text
    receipt = sue.client.get("/desk/jackpots/awards/1/receipt").text
    for words in ("$500.07", "Ann, seat 1", "As As As", "Dora", "Max", room.jackpots.receipt(1)["hash"]):
        assert words in receipt
    spanish = sue.client.get("/desk/jackpots/awards/1/receipt", headers={"Accept-Language": "es"}).text
    for words in (
        "Recibo del premio 1",
        "Ann, asiento 1",
        "Mesa y ronda",
        "Verificado por",
        "cláusula E",
        "Entrada del diario",
    ):
        assert words in spanish
    for words in ("Receipt", "seat 1", "round", "Verified", "Paid by", "wager", "data-untranslated"):
        assert words not in spanish
    assert visitor("Ben").client.get("/desk/jackpots/awards/1/receipt").status_code == 403
    assert room.jackpots.one("aces").identity["off"] == "0"


def test_the_receipt_of_an_award_whose_round_is_void_since_says_so(
    room: Room, staff: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    round_ = hit(room, staff.people["Mia"], monkeypatch)
    dora, max_, sue = staff("Dora"), staff("Max"), staff("Sue")
    seen = {"hand": "As As As", "wager": "1.00", "payout": "500.07", "who": "Ann"}
    assert dora.form("/desk/jackpots/awards/1/verify", **seen).status_code == 200
    assert max_.approve("/desk/jackpots/awards/1/approve").status_code == 200
    assert dora.form("/desk/jackpots/awards/1/pay").status_code == 200
    assert room.jackpots.receipt(1)["voided"] is None
    assert "void" not in sue.client.get("/desk/jackpots/awards/1/receipt").text
    (award,) = room.jackpots.awards(waiting=False)
    table, entry = award["table"], void(room, award["table"], round_, staff.people)
    told = room.jackpots.receipt(1)["voided"]
    assert (told["table"], told["entry"], told["archived"]) == (table, entry["entry"], "")
    assert (told["at"], told["hash"]) == (entry["at"], entry["hash"])
    receipt = sue.client.get("/desk/jackpots/awards/1/receipt").text
    when = told["at"][:19].replace("T", " ")
    assert f"Void with round {round_}, {when} UTC, by entry {told['entry']} of table {table}" in receipt
    assert told["hash"] in receipt
    spanish = sue.client.get("/desk/jackpots/awards/1/receipt", headers={"Accept-Language": "es"}).text
    assert f"Anulado con la ronda {round_}, {when} UTC, por la entrada {told['entry']} de la mesa {table}" in spanish
    (award,) = room.jackpots.awards(waiting=False)
    assert award["state"] == "void"
    listed = " ".join(re.sub(r"<[^>]+>", "", sue.client.get("/desk/jackpots").text).split())
    assert f"Receipts: award 1, $500.07 (void with round {round_})." in listed


def void(room: Room, table: int, round_: int, people: Any) -> dict[str, Any]:
    """Two people void a round; the entry that does, its time and its hash."""
    asked = {"what": "void", "round": round_, "reason": "the wrong shoe"}
    room.do(Command(table, people["Mia"].id, "asks for a void", None, "request", asked), "here")
    (waits,) = room.waiting(people["Max"])
    done = Command(table, people["Max"].id, "agrees to a void", None, "approve", {"request": waits.number})
    room.do(done, "there")
    with room.store.reading() as connection:
        head = journal.head(connection, table, lock=False)
        assert head is not None
        return {"entry": head.seq, "hash": head.hash, "at": journal.entry(connection, table, head.seq)["at"]}


def test_a_void_round_is_corrected_by_the_house_alone_and_no_meter_is_touched(
    room: Room, staff: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    round_ = hit(room, staff.people["Mia"], monkeypatch)
    (table,) = [card.id for card in room.tables()]
    void(room, table, round_, staff.people)
    before = room.jackpots.one("aces").identity
    mia, max_ = staff.people["Mia"], staff.people["Max"]
    asked = {"what": "correction", "round": round_, "reason": "a courtesy", "seat": 1, "cents": 5_00}
    with pytest.raises(HousewayError, match="is void, with all its wagers: the meter of the Super Pairs jackpot owes"):
        room.do(Command(table, mia.id, "of the meter", None, "request", asked | {"wager": JACKPOT}), "here")
    room.do(Command(table, mia.id, "of the house", None, "request", asked), "here")
    (waits,) = room.waiting(max_)
    room.do(Command(table, max_.id, "agrees", None, "approve", {"request": waits.number}), "there")
    assert room.jackpots.one("aces").identity == before
    asked = {"what": "void", "round": round_, "reason": "no courtesy"}
    room.do(Command(table, mia.id, "once more", None, "request", asked), "here")
    (waits,) = room.waiting(max_)
    room.do(Command(table, max_.id, "agrees again", None, "approve", {"request": waits.number}), "there")
    assert room.jackpots.one("aces").identity == before
    assert audit(str(room.store.engine.url)) == []


def test_the_chart_marks_what_was_won_and_stands(room: Room, staff: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hit that is void since was marked, and one that was missed and corrected was not."""
    mia, max_ = staff.people["Mia"], staff.people["Max"]
    sue = staff("Sue")
    first = hit(room, mia, monkeypatch)
    (award,) = room.jackpots.awards(waiting=False)
    assert marked(sue) == ["won"]
    void(room, award["table"], first, staff.people)
    assert marked(sue) == []
    second = hit(room, mia, monkeypatch, "Ks 5d 9h 2c 9c 9d 9h")
    table = max(card.id for card in room.tables())
    asked = {"what": "correction", "round": second, "reason": "the sensor was off", "seat": 1, "cents": 500_00}
    room.do(Command(table, mia.id, "asks to correct", None, "request", asked | {"wager": JACKPOT}), "here")
    (waits,) = room.waiting(max_)
    room.do(Command(table, max_.id, "agrees", None, "approve", {"request": waits.number}), "there")
    assert marked(sue) == ["won by a correction"]
    assert marked(sue, code="es") == ["ganado por una corrección"]
    assert "hits: 1" in sue.client.get("/desk/jackpots").text


def marked(who: Any, *, code: str = "en") -> list[str]:
    """What the marks of the charts say, up to when it was."""
    told = who.client.get("/desk/jackpots", headers={"Accept-Language": code}).text
    return re.findall('<circle class="hit"[^>]*><title>([^,]*),', told)


def test_the_prize_of_a_house_jackpot_waits_at_the_desk_for_two_people(
    room: Room, staff: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    hit(room, staff.people["Mia"], monkeypatch, settings=FIXED, plan=Plan("house", practice=False))
    dora, max_ = staff("Dora"), staff("Max")
    told = dora.client.get("/desk/jackpots").text
    assert "</strong> to every winner in full, paid by the house; on its way $5,000.00" in told
    assert "It is pending; its money is held apart, and play goes on." in told, "a house jackpot has no meter to seed"
    seen = {"hand": "As As As", "wager": "1.00", "payout": "5000.00", "who": "Ann"}
    refused = dora.form("/desk/jackpots/awards/1/verify", **seen)
    assert "over $3,000.00 the cards are counted" in refused.text.lower()
    assert dora.form("/desk/jackpots/awards/1/verify", **seen, counted="312").status_code == 200
    assert dora.approve("/desk/jackpots/awards/1/approve").status_code == 403
    assert max_.approve("/desk/jackpots/awards/1/approve").status_code == 200
    assert "the receipt is entry" in dora.form("/desk/jackpots/awards/1/pay").text
    assert "$5,000.00" in dora.client.get("/desk/jackpots/awards/1/receipt").text
    told = dora.client.get("/desk/jackpots").text
    assert ("on its way $0.00" in told, 'class="chart"' in told) == (True, False)


def test_the_wall_says_in_its_own_language_what_an_award_takes(
    room: Room, staff: Any, visitor: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    hit(room, staff.people["Mia"], monkeypatch)
    (table,) = [card.id for card in room.tables()]
    wall = visitor().client
    assert "<strong>100 % of the jackpot</strong>" in wall.get(f"/display/{table}").text
    spanish = wall.get(f"/display/{table}", headers={"Accept-Language": "es"}).text
    assert ("<strong>100 % del bote</strong>" in spanish, "of the jackpot" in spanish) == (True, False)


def test_what_takes_money_off_a_jackpot_is_asked_for_and_approved_by_another(
    room: Room, staff: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    hit(room, staff.people["Mia"], monkeypatch, "Ks 5d 9h 2c 9c 9d 9h")
    mia, max_, dora = staff("Mia"), staff("Max"), staff("Dora")
    assert dora.form("/desk/jackpots/aces/freeze", reason="it moves to another table").status_code == 403
    assert mia.form("/desk/jackpots/aces/freeze", reason="it moves to another table.").status_code == 200
    assert "It moves to another table.</p>" in dora.client.get("/desk/jackpots").text, "one full stop"
    refused = mia.form("/desk/jackpots/ask", what="malfunction", jackpot="aces", amount="900.00", reason="a slip")
    assert refused.status_code == 422
    asked = mia.form("/desk/jackpots/ask", what="promotion", jackpot="aces", reason="a promotion returns it")
    assert asked.status_code == 200, asked.text
    assert "Request" in asked.text
    assert "Asked for by you" in asked.text
    assert "Asked for by Mia" in dora.client.get("/desk/jackpots").text
    assert "Return it by a promotion: " in dora.client.get("/desk").text
    number = room.jackpots.requests()[0]["request"]
    assert mia.approve(f"/desk/jackpots/requests/{number}/approve").status_code == 403
    assert max_.form(f"/desk/jackpots/requests/{number}/decline", reason="not before Monday").status_code == 200
    assert room.jackpots.requests() == []
    assert "aces is suspended: the prize account holds" in mia.form("/desk/jackpots/aces/thaw", reason="it stays").text
    deposit = mia.form("/desk/prize-account", amount="200000.00", reason="the week's deposit")
    assert "The deposit is recorded" in deposit.text
    assert "It holds <strong>$200,000.00" in deposit.text
    asked = mia.form("/desk/jackpots/ask", what="plan", jackpot="aces", to="5%", reason="a reserve for the next seed")
    assert asked.status_code == 200, asked.text
    assert room.jackpots.requests()[0]["reserve"] == "1/20"
    assert mia.form("/desk/jackpots/ask", what="plan", jackpot="aces", to="some", reason="a reserve").status_code == 422


def test_the_desk_of_the_jackpots_is_for_staff(room: Room, visitor: Any) -> None:
    assert visitor("Ann").client.get("/desk/jackpots").status_code == 403
    assert audit(str(room.store.engine.url)) == []


def test_nobody_approves_from_the_browser_that_asked(room: Room, staff: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """One who knows two passwords is one person: requests and awards alike, and the audit knows it too."""
    hit(room, staff.people["Mia"], monkeypatch)
    seen = {"hand": "As As As", "wager": "1.00", "payout": "500.07", "who": "Ann"}
    one, other = staff("Mia"), staff("Max")
    asked = one.form("/desk/jackpots/ask", what="malfunction", jackpot="aces", amount="-0.05", reason="it stood still")
    assert asked.status_code == 200, asked.text
    assert one.form("/desk/jackpots/awards/1/verify", **seen).status_code == 200
    number = room.jackpots.requests()[0]["request"]
    one.form("/sign-out")
    assert one.form("/sign-in", how="account", name="Max", password=PASSWORD).status_code == 303
    for path in (f"/desk/jackpots/requests/{number}/approve", "/desk/jackpots/awards/1/approve"):
        refused = one.approve(path)
        assert (refused.status_code, "this very browser" in refused.text) == (403, True)
    assert other.approve(f"/desk/jackpots/requests/{number}/approve").status_code == 200
    assert other.approve("/desk/jackpots/awards/1/approve").status_code == 200
    assert audit(str(room.store.engine.url)) == []


def test_the_audit_finds_what_was_approved_from_the_browser_that_asked(
    room: Room, staff: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    hit(room, staff.people["Mia"], monkeypatch)
    desk, (mia, max_) = room.jackpots, (staff.people["Mia"], staff.people["Max"])
    number = desk.ask(mia, "malfunction", "aces", "it stood still", origin="one", cents=-5)
    monkeypatch.setattr("houseway.room.jackpots.act.Act.second", lambda self, entry: entry["by"])
    desk.approve(max_, number, origin="one")
    assert any("from the same browser" in str(fault) for fault in audit(str(room.store.engine.url)))


def test_one_list_on_the_desk_has_all_that_waits_and_all_of_it_is_decided_there(
    room: Room, staff: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An award, a void at a table and a request of a jackpot; who may not decide is told why."""
    round_ = hit(room, staff.people["Mia"], monkeypatch)
    (table,) = [card.id for card in room.tables()]
    mia, max_, dora, sue = staff("Mia"), staff("Max"), staff("Dora"), staff("Sue")
    back = {"back": "desk"}
    seen = {"hand": "As As As", "wager": "1.00", "payout": "500.07", "who": "Ann"}
    wrong = dora.form("/desk/jackpots/awards/1/verify", **seen | back | {"payout": "1.00"})
    assert (wrong.status_code, "<h1>The desk</h1>" in wrong.text, 'id="fault"' in wrong.text) == (422, True, True)
    assert "Award 1 is verified" in dora.form("/desk/jackpots/awards/1/verify", **seen | back).text
    asked = mia.form(
        "/desk/jackpots/ask", what="plan", jackpot="aces", amount="900.00", to="5%", reason="a limit", **back
    )
    assert "<h1>The desk</h1>" in asked.text
    number = room.jackpots.requests()[0]["request"]
    room.do(
        Command(
            table,
            staff.people["Dora"].id,
            "ask",
            None,
            "request",
            {"what": "void", "round": round_, "reason": "exposed"},
        )
    )

    told = max_.client.get("/desk").text
    places = [told.index(words) for words in ("$500.07 of aces", f"Request {number}", f"Void of round {round_}")]
    assert places == sorted(places), "awards, then requests in their order"
    assert "a maximum of $900.00, a reserve of 5 %" in told
    for path in ("awards/1/approve", f"requests/{number}/approve", f"requests/{number}/decline"):
        assert f'action="/desk/jackpots/{path}"' in told
    mine, hers, watched = (each.client.get("/desk").text for each in (mia, dora, sue))
    assert f"/requests/{number}/approve" not in mine + hers + watched
    assert "It waits for a second person" in mine
    assert "That is for a manager" in hers
    assert "two people: another supervisor approves" in hers.lower(), "she has verified the award herself"
    assert ("/awards/1/approve" in mine, "/awards/1/approve" in hers + watched) == (True, False)
    assert "/decline" not in watched

    assert max_.form(f"/desk/jackpots/requests/{number}/decline", reason="", **back).status_code == 422
    declined = max_.form(f"/desk/jackpots/requests/{number}/decline", reason="not before Monday", **back)
    assert f"Request {number} is declined." in declined.text
    assert "Award 1 is approved." in max_.approve("/desk/jackpots/awards/1/approve", **back).text
    assert "the receipt is entry" in max_.form("/desk/jackpots/awards/1/pay", **back).text
    left = max_.client.get("/desk").text
    assert ("Void of round" in left, "data-award" in left) == (True, False)
    assert audit(str(room.store.engine.url)) == []


@pytest.mark.parametrize(
    "path", ["awards/x/verify", "awards/0/pay", "awards/99999999999999999999/approve", "requests/-1/decline"]
)
def test_a_number_that_is_none_is_told_in_a_sentence(room: Room, staff: Any, path: str) -> None:
    refused = staff("Mia").form(f"/desk/jackpots/{path}", wager="1.00", payout="1.00", reason="no reason")
    assert (refused.status_code, 'id="fault"' in refused.text) == (422, True)


def test_what_the_page_offers_of_a_jackpot_brings_it_out_of_every_state(
    room: Room, staff: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seized and replaced, then frozen and returned by a promotion that gives it to a player: all of it by forms."""
    hit(room, staff.people["Mia"], monkeypatch, "Ks 5d 9h 2c 9c 9d 9h")
    mia, max_ = staff("Mia"), staff("Max")
    page = "/desk/jackpots"

    def offered() -> list[str]:
        return re.findall(r'<option value="([^"]+)"', mia.client.get(page).text)

    def both(**asked: str) -> None:
        answer = mia.form(f"{page}/ask", jackpot="aces", reason="as two people say", **asked)
        assert answer.status_code == 200, answer.text
        assert max_.approve(f"{page}/requests/{room.jackpots.requests()[0]['request']}/approve").status_code == 200

    mia.form("/desk/prize-account", amount="200000.00", reason="the week's deposit")
    assert ("seizure" in offered(), "transfer" in offered(), "replaced" in offered()) == (True, False, False)
    both(what="malfunction", amount="-0.93")
    assert room.jackpots.one("aces").shown_cents == 501_00
    both(what="seed-recovered displayed", amount="0.50")
    assert room.jackpots.one("aces").shown_cents == 500_50
    both(what="seizure", amount="600.00")
    (table,) = [card.id for card in room.tables()]
    assert room.view(table, None).json()["jackpots_say"] == {JACKPOT: "seized: as two people say"}
    assert offered() == ["replaced"]
    both(what="replaced", amount="600.00")
    assert room.jackpots.one("aces").state == "open"
    mia.form(f"{page}/aces/freeze", reason="the table is taken away")
    assert "promotion" in offered()
    both(what="promotion")
    told = mia.client.get(page).text
    assert "$500.51</strong> of aces, which has ended" in told
    assert "players are owed $500.51," in told, "what a promotion has to give is players' money still"
    both(what="give", amount="500.51", to="ann")
    assert "which has ended" not in mia.client.get(page).text
    assert audit(str(room.store.engine.url)) == []


UNLAWFUL = [
    ({"what": "malfunction"}, "Say how many dollars"),
    ({"what": "receipts", "amount": "-1.00"}, "above nothing, without a minus"),
    ({"what": "receipts", "amount": "1.00"}, "reserve cannot fall below nothing: it is $0.00 now"),
    ({"what": "seizure", "amount": "1.00"}, "The prize account holds $0.00, which is less than $1.00"),
    ({"what": "replaced", "amount": "1.00"}, "is suspended, not seized"),
    ({"what": "give", "amount": "1.00", "to": "Nobody"}, "There is nobody called &#39;Nobody&#39;"),
    ({"what": "give", "amount": "1.00", "to": "Ann"}, "The promotion of aces holds $0.00, which is less"),
    ({"what": "plan"}, "Say another maximum in dollars, or another reserve in percent"),
    ({"what": "seed-recovered displayed", "amount": "1.00"}, "the display does not fall below $500.00"),
]
"""What is asked for of a jackpot that stands at its seed, and why it is refused."""


def test_what_cannot_be_done_to_a_jackpot_is_refused_as_it_is_asked_for(room: Room, staff: Any) -> None:
    mia = staff("Mia")
    sensor = Sensor("aces", Plan(seed=500_00, increment=Fraction(3, 40), practice=False))
    room.open_table(staff.people["Mia"], "super-pairs", SETTINGS, "Aces", jackpots={JACKPOT: sensor})
    room.people.guest("Ann")
    room.jackpots.review(staff.people["Mia"])
    for asked, says in UNLAWFUL:
        refused = mia.form("/desk/jackpots/ask", jackpot="aces", reason="as it was seen", **asked)
        assert (refused.status_code, says in refused.text) == (422, True), (asked, refused.text)
    assert room.jackpots.requests() == []


def write(room: Room, line: str) -> None:
    with room.store.transaction() as connection:
        assert connection.exec_driver_sql(line).rowcount > 0


def test_an_award_that_is_not_what_was_signed_is_told_beside_the_others(
    room: Room, staff: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A row of a void that nobody can read made the desk a fault of the server."""
    hit(room, staff.people["Mia"], monkeypatch)
    dora, max_, sue = staff("Dora"), staff("Max"), staff("Sue")
    write(room, "UPDATE awards SET state = 'verified'")
    for page in ("/desk", "/desk/jackpots"):
        assert max_.client.get(page).status_code == 200
    assert "Award 1 is not what the journal tells: houseway audit says more." in max_.client.get("/desk").text
    write(room, "UPDATE awards SET state = 'pending', said = '['")
    assert "Award 1 is refused: what is on disk of it does not hold" in sue.client.get("/desk/jackpots").text
    write(room, "UPDATE awards SET said = '{}'")
    seen = {"hand": "As As As", "wager": "1.00", "payout": "500.07", "who": "Ann"}
    assert dora.form("/desk/jackpots/awards/1/verify", **seen).status_code == 200
    assert max_.approve("/desk/jackpots/awards/1/approve").status_code == 200
    assert dora.form("/desk/jackpots/awards/1/pay").status_code == 200
    write(
        room,
        "INSERT INTO jackpot_changes (jackpot, number, chain, entry, round, what, body) "
        "SELECT jackpot, 99, chain, 1, round, 'void', '{}' FROM jackpot_changes WHERE what = 'won'",
    )
    listed = " ".join(re.sub(r"<[^>]+>", "", sue.client.get("/desk/jackpots").text).split())
    assert "Receipts: award 1, $500.07 (award 1 is refused: what is on disk of it does not hold" in listed
    assert sue.client.get("/desk/jackpots/awards/1/receipt").status_code == 422
    spanish = sue.client.get("/desk/jackpots", headers={"Accept-Language": "es"}).text
    assert "data-untranslated" not in spanish
    assert "refused" not in spanish
