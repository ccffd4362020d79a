"""The dispute packet: all that a ruling rests on, the same bytes from the same record."""

import hashlib
import json
import re
import sys
from typing import Any

import pytest

from houseway.cards import name
from houseway.cli import main
from houseway.disputes.packet import Packet, packet_of
from houseway.disputes.packet_html import html_of
from houseway.disputes.packet_pdf import card_svg, pdf_of
from houseway.errors import Faulty, HousewayError, IllegalRound
from houseway.faces import spoken
from houseway.games import OWN, game
from houseway.room.fairness.commitments import Commitment
from houseway.version import __version__

WAGERS = {
    "super-pan-9": {"main": 25_00, "tie": 5_00},
    "supreme-99": {"main": 25_00, "pair-fortunes": 5_00},
    "chinese-poker": {"main": 100_00},
    "dealer-open-pai-gow": {"main": 25_00, "chan-chu": 5_00},
    "super-pairs": {"blackjack": 25_00, "super-pairs": 5_00},
}
ABOUT = {"round": 7, "table": 2, "shoe": 3, "position": 4, "started": "2026-03-01T20:15:00Z"}


def record(id_: str, seed: int = 5, **settings: str) -> dict[str, Any]:
    found = game(id_)
    return found.deal(dict.fromkeys((1, 2), WAGERS[id_]), seed=seed, **settings).bots().json() | ABOUT


def text_of(told: dict[str, Any]) -> str:
    return json.dumps(told, indent=2) + "\n"


def packet(id_: str, **settings: str) -> Packet:
    return packet_of(text_of(record(id_, **settings)))


@pytest.fixture(scope="module", params=list(WAGERS))
def any_packet(request: pytest.FixtureRequest) -> tuple[dict[str, Any], Packet]:
    told = record(request.param)
    return told, packet_of(text_of(told))


def test_every_card_of_every_place_is_drawn_once(any_packet):
    told, made = any_packet
    page = html_of(made)
    held = {place.who: [card for _, cards in place.piles for card in cards] for place in made.places}
    seats = {f"Seat {seat['number']}": seat["cards"] for seat in told["seat"]}
    for who, cards in (seats | ({"Dealer": told["dealer"]["cards"]} if "dealer" in told else {})).items():
        assert sorted(held[who]) == sorted(_numbers(cards)), who
    drawn = re.findall(r'role="img" aria-label="([^"]+)"', page)
    assert sorted(drawn) == sorted(spoken(card) for cards in held.values() for card in cards)


def _numbers(cards: list[str]) -> list[int]:
    from houseway.cards import parse_card

    return [parse_card(card) for card in cards]


def test_every_payout_stands_there_with_its_reasons_and_every_clause_that_it_cites(any_packet):
    told, made = any_packet
    page = html_of(made)
    assert len(made.lines) == len(told["payouts"])
    texts = {clause.id for clause in made.clauses}
    for payout, line in zip(told["payouts"], made.lines, strict=True):
        assert (line.seat, line.net) == (payout["seat"], payout["cents"])
        assert line.reason.says == payout["why"]
        assert payout["clause"] in texts
    document = game(told["game"]).document
    assert all(clause.says in [each.says for each in document.clauses] for clause in made.clauses)
    assert "In our own words" in page


def test_settings_stand_with_their_layers_and_those_that_were_chosen_stand_out():
    made = packet("super-pan-9", decks="6", tie_commission="yes")
    chosen = {each.id: (each.value, each.default, each.layer) for each in made.settings if each.chosen}
    assert chosen == {"decks": ("6", "8", "game"), "tie-commission": ("yes", "no", "house")}
    assert "maximum" in {each.id for each in made.settings if each.layer.startswith("state, WAC 230-15-140")}
    assert "play" not in {each.id for each in made.settings}, "what a figure assumes of a player is no setting"
    page = html_of(made)
    assert page.count('<tr class="chosen">') == 2
    assert made.settings_in_words.startswith("2 of ")


def test_departures_paytables_and_the_source_are_told():
    made = packet("supreme-99", nine_nine="top-down")
    assert [each.setting for each in made.departures] == ["nine-nine"]
    assert "does not give what is printed" in html_of(made)
    assert [table.id for table in made.paytables] == ["standard", "pair-fortunes"]
    assert ("Four of a Kind", "300") in made.paytables[1].rows
    assert "November 24, 2014" in made.source_in_words
    assert "departs from the approved document and the state in nothing" in html_of(packet("supreme-99"))


def test_hashes_are_those_of_the_record_and_of_the_document():
    text = text_of(record("super-pan-9"))
    assert packet_of(text).hashes == (
        ("Record, SHA-256", hashlib.sha256(text.encode()).hexdigest()),
        ("Document, SHA-256", game("super-pan-9").document.hash),
        ("Engine", f"houseway {__version__}"),
    )


def test_what_was_paid_otherwise_is_said():
    told = record("super-pan-9")
    told["payouts"][0] |= {"cents": told["payouts"][0]["cents"] + 100}
    told["payouts"][0]["returned_cents"] += 100
    made = packet_of(text_of(told))
    assert made.findings
    assert all(finding in html_of(made) for finding in made.findings if "'" not in finding)
    assert packet("super-pan-9").findings == ()


def test_where_and_when_it_was_played_and_what_was_called():
    told = record("super-pan-9")
    assert ("Table", "2") in packet_of(text_of(told)).about
    called = {"game": "super-pan-9", "dealer": {"cards": ""}, "irregularity": [{"kind": "misdeal", "seat": 0}]}
    called |= {"seat": [{"number": 1, "cards": "", "wagers": {"main": "5.00"}}]}
    made = packet_of(json.dumps(called))
    assert made.title == "A round of Super Pan 9"
    assert ("Called", "misdeal on the dealer") in made.about


def test_a_word_of_a_record_is_never_read_as_markup():
    told = record("super-pan-9") | {"round": "<b>7</b> #panic() $x$"}
    made = packet_of(text_of(told))
    assert "<b>7</b>" not in html_of(made)
    assert "&lt;b&gt;7&lt;/b&gt;" in html_of(made)
    assert pdf_of(made).startswith(b"%PDF")


# ---------------------------------------------------------------------------------------------------- the files


def test_the_page_needs_nothing_else(any_packet):
    page = html_of(any_packet[1])
    assert not re.search(r"<(script|link|img|iframe)|https?://|url\(|@import", page)
    assert page.count("<style>") == 1


def test_built_again_it_is_the_same_byte_for_byte(any_packet):
    told, made = any_packet
    again = packet_of(text_of(told))
    assert html_of(again) == html_of(made)
    first = pdf_of(made)
    assert first == pdf_of(again)
    assert first.startswith(b"%PDF-")
    assert not re.search(rb"CreationDate|ModDate", first)


def test_a_card_on_paper_has_its_own_colour_and_no_font_of_the_machine():
    heart, spade = card_svg(_numbers(["Kh"])[0]), card_svg(_numbers(["Ts"])[0])
    assert 'color="#b3261e"' in heart
    assert 'color="#101418"' in spade
    assert "Georgia" not in heart + spade + card_svg(52)


# ---------------------------------------------------------------------------------------------------- the shoe


def sealed(seed: int = 5) -> tuple[dict[str, Any], dict[str, Any]]:
    """A round and the proof of its shoe, whose cards lie from position 4 on, after a cut of 10."""
    told = record("super-pan-9", seed)
    pack = game("super-pan-9").pack(game("super-pan-9").configure(told["settings"]))
    dealt = _numbers([entry["deal"] for entry in told["entries"] if "deal" in entry])
    rest = list(pack)
    for card in dealt:
        rest.remove(card)
    order = [*rest[:14], *dealt, *rest[14:]]
    shoe = Commitment(order, [bytes([number % 256]) * 16 for number in range(len(order))])
    whole = {name(card): order.count(card) for card in sorted(set(order))}
    told |= {"root": shoe.root, "cut": 10, "pack": whole}
    fields = {key: told[key] for key in ("shoe", "table", "game", "settings", "root", "cut", "pack")}
    openings = [shoe.opening(place).json() for place in range(10, 14 + len(dealt))]
    return told, fields | {"size": len(order), "ended": False, "openings": openings}


def proof_of(told: dict[str, Any], proof: dict[str, Any]) -> dict[str, str]:
    return dict(packet_of(text_of(told), proof=proof).proof)


def test_the_seal_of_the_shoe_is_verified_and_the_verdict_told():
    told, proof = sealed()
    found = proof_of(told, proof)
    assert found["Seal (Merkle root)"] == told["root"]
    assert found["Opened"] == f"{len(proof['openings'])} of them"
    assert found["Verdict"].startswith("holds: every opened card leads to the root")
    assert dict(packet_of(text_of(record("super-pan-9"))).proof) == {
        "Shoe": "3",
        "First card of the round": "position 4",
    }
    assert "holds: every opened card" in html_of(packet_of(text_of(told), proof=proof))


def test_a_proof_that_does_not_hold_is_said_not_to():
    told, proof = sealed()
    first = proof["openings"][0]
    salted = proof | {"openings": [first | {"salt": "00" * 16}, *proof["openings"][1:]]}
    assert "DOES NOT HOLD: place 10: " in proof_of(told, salted)["Verdict"]
    assert "does not lead to the root" in proof_of(told, salted)["Verdict"]
    left_out = proof | {"openings": proof["openings"][:-1]}
    assert "the proof leaves it out" in proof_of(told, left_out)["Verdict"]
    assert "lies at its place" in proof_of(sealed(6)[0] | {"root": told["root"]}, proof)["Verdict"]
    assert "not of the one you noted" in proof_of(told | {"root": "cd" * 32}, proof)["Verdict"]
    bare = {key: value for key, value in told.items() if key != "pack"}
    assert "does not tell what its cards can be compared by" in proof_of(bare, proof)["Verdict"]


def test_a_proof_of_another_shoe_or_none_is_refused():
    told, proof = sealed()
    with pytest.raises(IllegalRound, match="the proof is of shoe 4, and the round was dealt from shoe 3"):
        proof_of(told, proof | {"shoe": 4})
    for none in ({}, {"shoe": 3}, proof | {"openings": [5]}, proof | {"size": "many"}):
        with pytest.raises(IllegalRound, match="this is no proof of a shoe"):
            proof_of(told, none)


# ---------------------------------------------------------------------------------------------------- the command


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as end:
        main(["packet", *args])
    out, err = capsys.readouterr()
    return int(end.value.code or 0), out, err


def test_the_command_writes_a_page_or_a_pdf(capsys, tmp_path):
    told, shoe = sealed()
    file, proof = tmp_path / "round.json", tmp_path / "shoe.json"
    file.write_text(text_of(told))
    proof.write_text(json.dumps(shoe))
    page, pdf = tmp_path / "packet.html", tmp_path / "packet.pdf"
    code, out, _ = run(capsys, str(file), "-o", str(page), "--proof", str(proof))
    assert (code, out) == (0, f"{page}: Round 7 of Super Pan 9, 4 wagers ruled upon.\n")
    assert hashlib.sha256(file.read_bytes()).hexdigest() in page.read_text(encoding="utf-8")
    assert "holds: every opened card leads to the root" in page.read_text(encoding="utf-8")
    assert run(capsys, str(file), "-o", str(pdf))[0] == 0
    assert pdf.read_bytes() == pdf_of(packet_of(text_of(told)))


@pytest.mark.parametrize(
    "output, says",
    [
        ("packet.doc", "a packet is a page, a PDF or JSON"),
        ("packet", "a packet is"),
        ("no/such/packet.html", "there is no folder"),
    ],
)
def test_a_file_that_cannot_be_written_is_refused_in_a_sentence(capsys, tmp_path, output, says):
    file = tmp_path / "round.json"
    file.write_text(text_of(record("super-pan-9")))
    code, _, err = run(capsys, str(file), "-o", str(tmp_path / output))
    assert code == 2
    assert says in err


def test_a_round_that_cannot_be_read_is_refused_in_a_sentence(capsys, tmp_path):
    file = tmp_path / "round.json"
    file.write_text('{"game": "super-pan-9"}')
    code, _, err = run(capsys, str(file), "-o", str(tmp_path / "packet.html"))
    assert code == 2
    assert "seat: is missing" in err
    with pytest.raises(Faulty):
        packet_of("{")


def test_without_typst_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(HousewayError, match=r"pip install 'houseway\[reports\]'"):
        pdf_of(packet("super-pan-9"))


def test_all_games_of_ours_are_tried():
    assert set(WAGERS) == set(OWN)


def test_a_burnt_card_and_the_wagers_of_mid_round_are_told():
    entries = [{"deal": card, "to": to} for card, to in (("5s", 1), ("As", 0), ("5d", 1), ("7d", 0))]
    entries += [{"call": "exposed-card", "seat": 1}, {"deal": "Kd", "to": 1}]
    entries += [{"seat": 1, "wager": "insurance", "cents": 500}, {"seat": 1, "wager": "bust-bonus", "cents": 0}]
    seat = {"number": 1, "cards": ["5s", "Kd"], "wagers": {"blackjack": "10.00"}}
    told = {
        "format": "houseway-record/2",
        "game": "super-pairs",
        "settings": {"exposed-card": "replace-card"},
        "seat": [seat],
        "dealer": {"cards": ["As", "7d"]},
        "entries": [*entries, {"seat": 1, "choose": "stand"}],
    }
    made = packet_of(text_of(told))
    assert ("Called", "exposed card on seat 1") in made.about
    assert ("Burnt", "5♦ of seat 1") in made.about
    assert made.places[1].wagers == (("Blackjack", 1000), ("Insurance", 500))
    page = html_of(made)
    assert "5♦ of seat 1" in page
    assert "Insurance $5.00" in " ".join(re.sub("<[^>]+>", " ", page).split())
