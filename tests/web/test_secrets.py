"""Nothing that a room prints, logs or answers to an auditor holds a secret: everything is read through for them."""

import base64
import io
import json
import re
import signal
import socket
import subprocess
import sys
import time
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import httpx
import pytest

from houseway.cli import main
from houseway.room.people.second_factor import STEP, code_at

PASSWORD, WRONG, TYPED = "nine of hearts and more", "a wrong guess at it", "typed into the wrong field"
TOKEN = "t0k3n-of-the-witness"


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Browser:
    """A browser over HTTP that remembers every secret it was given or has typed."""

    def __init__(self, address: str) -> None:
        self.client = httpx.Client(base_url=address, timeout=60)
        self.secrets: set[str] = set()
        self.token = ""

    def page(self, path: str) -> str:
        text = self.client.get(path).text
        found = re.search(r'name="csrf" content="([0-9a-f]+)"', text)
        assert found is not None
        self.token = found[1]
        self._remember()
        return text

    def form(self, path: str, **fields: str) -> str:
        answer = self.client.post(path, data={"csrf": self.token, **fields})
        self._remember()
        return answer.text

    def _remember(self) -> None:
        self.secrets |= {self.token, *(cookie.value or "" for cookie in self.client.cookies.jar)}


def healthy(address: str) -> bool:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            return httpx.get(f"{address}/health").status_code == 200
        except httpx.TransportError:
            time.sleep(0.1)
    return False


def visit(address: str, once: str) -> set[str]:
    """Come in rightly and wrongly, with codes, forms and bodies that are not what they should be."""
    boss = Browser(address)
    boss.page("/sign-in")
    for name, password in (("manager", WRONG), (TYPED, WRONG), ("manager", once)):
        boss.form("/sign-in", how="account", name=name, password=password)
    boss.form("/password", old=once, new=WRONG[:5])
    boss.form("/password", old=once, new=PASSWORD)
    made = boss.form("/accounts/add", name="Dora", role="dealer")
    given = re.search(r'id="once">([^<]+)<', made)
    assert given is not None
    page = boss.page("/second-factor")
    typed, ticket = re.search(r'id="secret">([A-Z2-7 ]+)<', page), re.search(r'"ticket" value="([0-9a-f]+)"', page)
    assert typed is not None
    assert ticket is not None
    secret = base64.b32decode(typed[1].replace(" ", ""))
    boss.form("/second-factor", ticket=ticket[1], code="000000")
    boss.form("/second-factor", ticket=ticket[1], code=code_at(secret, int(time.time()) // STEP))
    boss.client.cookies.delete(f"houseway-session-{boss.client.base_url.port}")
    boss.page("/sign-in")
    boss.form("/sign-in", how="account", name="manager", password=PASSWORD)
    boss.form("/code", code="no code")
    boss.client.get(f"/nowhere/{'x' * 50}?password={PASSWORD}")
    boss.client.post("/api/tables/1/commands", content=f'{{"key": "{PASSWORD}', headers={"X-CSRF-Token": boss.token})
    boss.client.post("/sign-in", content=f"name={PASSWORD}&csrf=%ff", headers={"Content-Type": "text/plain"})
    boss.client.close()
    return {*boss.secrets, given[1], ticket[1], typed[1], typed[1].replace(" ", ""), secret.hex()}


def said(*words: str) -> str:
    """What a command prints."""
    printed = io.StringIO()
    with redirect_stdout(printed), redirect_stderr(printed), pytest.raises(SystemExit):
        main(list(words))
    return printed.getvalue()


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A room that people came to rightly and wrongly: all that was printed, and all that must not be in it."""
    folder = tmp_path_factory.mktemp("secrets")
    port, on = free_port(), ["--database", f"sqlite:///{folder}/room.db"]
    witness = f"http://ann:{TOKEN}@127.0.0.1:1/{TOKEN}?key={TOKEN}"
    words = [sys.executable, "-m", "houseway", "room", "--log", "--port", str(port), "--witness", witness, *on]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as room:
        assert room.stdout is not None
        first = ""
        while "one-time password" not in first:
            first += room.stdout.readline()
        once = first.split("one-time password")[1].split()[0]
        try:
            assert healthy(f"http://127.0.0.1:{port}")
            secrets = visit(f"http://127.0.0.1:{port}", once)
        finally:
            room.send_signal(signal.SIGTERM)
        told = first + room.communicate(timeout=120)[0]
    assert told.count(once) == 1, "shown this once"
    everything = told.replace(once, "", 1)
    for command in (["audit"], ["audit", "--json"], ["people", "list"], ["people", "list", "--json"], ["key", "show"]):
        everything += said(*command, *on)
    everything += said("checkpoint", "--witness", witness, *on)
    everything += said("audit", "--witness", witness, *on)
    everything += said("room", "--key", str(folder / "none.key"), *on)
    keys = [line.split()[1] for line in (folder / "room.db.key").read_text().splitlines()]
    return everything, {*secrets, *keys, once, PASSWORD, WRONG, TYPED, TOKEN, "$argon2"}, folder


def test_no_secret_is_printed_logged_or_told_to_an_auditor(printed: Any) -> None:
    everything, secrets, _ = printed
    assert '"path": "/sign-in"' in everything, "the log was on"
    assert "everything holds" in everything
    assert "was not told of checkpoint" in everything
    assert [secret for secret in secrets if secret and secret in everything] == []
    assert "Traceback" not in everything


def test_the_journal_holds_no_secret_either(printed: Any) -> None:
    """Who reads the database finds hashes and what is sealed."""
    _, secrets, folder = printed
    content = Path(folder / "room.db").read_bytes()
    found = [secret for secret in secrets if secret and secret.encode() in content]
    assert found == ["$argon2"] or set(found) == {"$argon2"}
    assert json.dumps(PASSWORD).encode() not in (folder / "room.db.checkpoints").read_bytes()


def test_a_planted_secret_is_seen(printed: Any) -> None:
    everything, secrets, _ = printed
    assert [secret for secret in secrets if secret and secret in everything + PASSWORD] == [PASSWORD]
