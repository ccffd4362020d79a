"""The manager's list of certificates, on the desk and at the command line: each is checked as it is listed."""

import json
from typing import Any

import pytest
from sqlalchemy import update

from houseway.academy import usual_plan
from houseway.cli import main
from houseway.room import Room, certificates
from houseway.room.people import people
from houseway.room.store.schema import EXAMS

PASSWORD = "nine of hearts"


def sat(room: Room, name: str, games: int = 1) -> list[str]:
    """Somebody with an account who begins exams and ends them at once: their tokens."""
    ann = room.people.register(name, f"a long password of {name}")
    tokens = []
    for _ in range(games):
        begun = room.academy.begin(ann, usual_plan(["super-pan-9"]))
        tokens.append(room.academy.finish(begun.token, ann).token)
    return tokens


@pytest.fixture
def mia(room: Room, visitor: Any) -> Any:
    return staff(room, visitor, "Mia", "manager")


def staff(room: Room, visitor: Any, name: str, role: str) -> Any:
    room.people.add(name, role, people.HASHER.hash(PASSWORD), by="command: tests")
    found = visitor()
    assert found.form("/sign-in", how="account", name=name, password=PASSWORD).status_code == 303
    return found


def changed(room: Room, token: str, old: str, new: str) -> None:
    text = room.academy.certificate(token).text
    assert old in text
    with room.store.transaction() as connection:
        connection.execute(update(EXAMS).where(EXAMS.c.token == token).values(certificate=text.replace(old, new)))


def test_a_manager_lists_certificates_and_what_does_not_hold_is_told(
    room: Room, mia: Any, visitor: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    (ann,), (bob,), (cyd,) = (sat(room, name) for name in ("Ann", "Bob", "Cyd"))
    page = mia.client.get("/desk/certificates").text
    assert 'href="/desk/certificates"' in mia.client.get("/desk").text
    assert page.index(f'data-certificate="{cyd}"') < page.index(f'data-certificate="{ann}"'), "the newest first"
    assert (page.count("It holds."), page.count("It does not hold.")) == (3, 0)
    assert f'href="/academy/certificate/{ann}"' in page
    changed(room, ann, '"right": 0', '"right": 9')
    text = room.academy.certificate(cyd).text
    with room.store.transaction() as connection:  # a certificate of somebody else's, whole
        connection.execute(update(EXAMS).where(EXAMS.c.token == bob).values(certificate=text))
    page = mia.client.get("/desk/certificates").text
    assert (page.count("It holds."), page.count("It does not hold.")) == (1, 2)
    assert "It was changed after the room signed it" in page
    assert "It names Cyd, and Bob has sat the exam" in page
    assert mia.client.get("/desk/certificates?name=Cyd").text.count("data-certificate") == 1
    assert "There is no certificate." in mia.client.get("/desk/certificates?name=Nobody").text

    def listed(*args: str) -> tuple[int, str]:
        with pytest.raises(SystemExit) as end:
            main(["academy", "certificates", "--database", str(room.store.engine.url), *args])
        return int(end.value.code or 0), capsys.readouterr().out

    code, out = listed("--json")
    told = json.loads(out)
    assert (code, [each["account"] for each in told]) == (1, ["Cyd", "Bob", "Ann"])
    assert [each["holds"] for each in told] == [True, False, False]
    code, out = listed("--name", "Cyd")
    assert (code, "it holds" in out, "not passed" in out) == (0, True, True)
    assert "There is no certificate" in listed("--name", "Nobody")[1]


def test_it_is_a_manager_s_and_earlier_ones_are_a_page_away(
    room: Room, mia: Any, visitor: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(certificates, "MOST", 2)
    monkeypatch.setattr("houseway.web.certificates.MOST", 2)
    monkeypatch.setattr(certificates.issued, "__defaults__", ("", None, 2))
    tokens = sat(room, "Ann", 3)
    first = mia.client.get("/desk/certificates").text
    assert [token in first for token in tokens] == [False, True, True]
    link = first.split('href="/desk/certificates?')[1].split('"')[0].replace("&amp;", "&")
    second = mia.client.get(f"/desk/certificates?{link}").text
    assert [token in second for token in tokens] == [True, False, False]
    assert "Earlier ones" not in second
    assert staff(room, visitor, "Dora", "dealer").client.get("/desk/certificates").status_code == 403
    assert visitor("Gus").client.get("/desk/certificates").status_code == 403
