"""What the site is built with is locked by hash at the versions of the constraints."""

import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def lock(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    monkeypatch.delitem(sys.modules, "lock", raising=False)
    import lock as found

    yield found
    del sys.modules["lock"]


def test_what_the_site_needs_is_locked_with_hashes_and_no_address(lock):
    assert lock.faults(lock.SITE, lock.needed(extras=lock.FOR_SITE)) == [], "run tools/lock.py docs"
    text = lock.SITE.read_text()
    paragraphs = re.findall(r"^(\S+==\S+)((?: \\\n    --hash=sha256:[0-9a-f]{64})+)$", text, re.MULTILINE)
    assert len(paragraphs) == len(lock.pins(lock.SITE)) > 30
    assert not re.search(r"https?:|--index|--find-links|--trusted", text)
    assert {"sphinx", "myst-nb", "furo"} <= set(lock.pins(lock.SITE))


def test_a_package_of_the_site_that_is_missing_is_found_out(lock, tmp_path):
    other = tmp_path / "requirements.lock"
    other.write_text(lock.SITE.read_text().replace("furo==", "fur==").replace("\nsphinx==", "\nsphinx==0."))
    found = lock.faults(other, lock.needed(extras=lock.FOR_SITE))
    assert {"furo is needed and not locked", "fur is locked and not needed"} <= set(found)
    assert any(each.startswith("sphinx is locked at 0.") for each in found)
