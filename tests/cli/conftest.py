"""The command line as a user meets it."""

import socket
from collections.abc import Callable
from io import BytesIO, TextIOWrapper

import pytest

from houseway.cli import main


@pytest.fixture
def houseway(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Run a command: exit code, stdout, stderr."""

    def command(*args: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as end:
            main(list(args))
        out, err = capsys.readouterr()
        return int(end.value.code or 0), out, err

    return command


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Put a text on standard input."""

    def given(text: str) -> None:
        monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(text.encode()), encoding="utf-8"))

    return given


@pytest.fixture
def free_port() -> str:
    """A port where nothing listens."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return str(listening.getsockname()[1])
