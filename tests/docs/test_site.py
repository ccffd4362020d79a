"""The documentation as a site: no warning, nothing fetched, and every link and anchor leads somewhere."""

import json
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest

import houseway as hw

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
FETCHED = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src", "object": "data"}
NOWHERE = "http://127.0.0.1:9"
"""Whoever fetches something meets this."""


class Page(HTMLParser):
    """What a page leads to, what it fetches, and where it can be led to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.fetched: list[str] = []
        self.anchors: set[str] = {""}
        self.scripts = ""
        self._in_script = False
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        given = {name: value or "" for name, value in attrs}
        self._in_script = tag == "script"
        self.anchors |= {given[name] for name in ("id", "name") if name in given}
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if tag in FETCHED and given.get(FETCHED[tag]):
            self.fetched.append(given[FETCHED[tag]])

    def handle_data(self, data):
        if self._in_script:
            self.scripts += data

    def handle_endtag(self, tag):
        self._in_script = False


def elsewhere(page: Page) -> list[str]:
    """What a page fetches from another place, by a tag or in a script of its own."""
    tags = [each for each in page.fetched if re.match(r"([a-z]+:)?//", each) or each.startswith("/")]
    return tags + re.findall(r"https?://[^\s\"']+", page.scripts)


def dead(folder: Path) -> list[str]:
    """Every link of a folder of pages that leads nowhere in it."""
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in folder.rglob("*.html")}
    found = []
    for path, page in pages.items():
        for link in [*page.links, *page.fetched]:
            if re.match(r"[a-z]+:", link):
                continue
            place, _, anchor = unquote(link.partition("?")[0] if "#" not in link else link).partition("#")
            to = (path.parent / place.partition("?")[0]).resolve() if place else path
            if not to.is_file() or (to in pages and anchor not in pages[to].anchors):
                found.append(f"{path.name}: {link}")
    return found


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    out = tmp_path_factory.mktemp("site")
    sphinx = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html", "-d", str(out / "read")]
    done = subprocess.run(
        [*sphinx, DOCS, out / "site"],
        capture_output=True,
        text=True,
        timeout=1200,
        env=os.environ | {"http_proxy": NOWHERE, "https_proxy": NOWHERE, "no_proxy": "127.0.0.1,localhost"},
    )
    assert done.returncode == 0, done.stderr
    return out / "site"


def test_every_page_of_the_documentation_is_on_the_site(site):
    for page in DOCS.rglob("*.md"):
        assert (site / page.relative_to(DOCS).with_suffix(".html")).is_file(), page.name


def test_notebooks_are_executed_and_show_their_results(site):
    """A cell that fails ends the build."""
    for notebook in (DOCS / "notebooks").glob("*.ipynb"):
        page = (site / "notebooks" / notebook.with_suffix(".html").name).read_text(encoding="utf-8")
        code = [cell for cell in json.loads(notebook.read_text())["cells"] if cell["cell_type"] == "code"]
        assert page.count('class="cell_input ') == len(code)
        assert page.count('class="cell_output ') >= len(code) - 2, notebook.name
        assert "<table" in page
    assert "<svg" in (site / "notebooks" / "first-odds.html").read_text(encoding="utf-8")


def test_every_link_and_anchor_of_the_site_leads_somewhere(site):
    assert dead(site) == []


def test_a_dead_link_and_a_dead_anchor_are_found(tmp_path):
    (tmp_path / "a.html").write_text('<a href="b.html#here">b</a><a href="c.html">c</a><a href="b.html#gone">b</a>')
    (tmp_path / "b.html").write_text('<h2 id="here">Here</h2>')
    assert dead(tmp_path) == ["a.html: c.html", "a.html: b.html#gone"]


def test_the_site_fetches_nothing_from_elsewhere(site):
    for path in site.rglob("*.html"):
        assert elsewhere(Page(path.read_text(encoding="utf-8"))) == [], path.name
    for path in site.rglob("*.css"):
        assert re.findall(r"(?:url\(|@import)\s*['\"]?(?:https?:)?//", path.read_text(encoding="utf-8")) == [], (
            path.name
        )


def test_what_a_page_fetches_is_found():
    planted = '<script src="//cdn/a.js"></script><script>load("https://cdn/vega")</script><a href="https://x">x</a>'
    assert elsewhere(Page(planted)) == ["//cdn/a.js", "https://cdn/vega"]


def test_the_reference_has_every_name_of_the_door_and_everything_that_can_be_asked_of_a_game(site):
    told = Page((site / "api.html").read_text(encoding="utf-8")).anchors
    names = {name for name in hw.__all__ if name != "__version__"}
    named = {anchor.rpartition(".")[2] for anchor in told}
    assert names - named == set()
    asked = {name for name in vars(hw.Game) if not name.startswith("_")}
    assert {f"houseway.Game.{name}" for name in asked} - told == set()
