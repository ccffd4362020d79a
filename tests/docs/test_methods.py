"""The list of rules that a kernel states again names files and tests that there are."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
LIST = (ROOT / "docs" / "methods.md").read_text().split("## Where a kernel states a rule again")[1].split("\n## ")[0]
GAMES = {
    "Dealer Open Pai Gow": "dealer_open_pai_gow",
    "Super Pairs": "super_pairs",
    "thirteen-card poker": "chinese_poker",
}


def rows():
    game = ""
    for line in LIST.splitlines():
        if not line.startswith("|") or line.startswith(("| where", "|---")):
            continue
        where, _, held = (cell.strip() for cell in line.strip("|").split("|"))
        game = next((folder for name, folder in GAMES.items() if where.startswith(name)), game)
        yield game, where, held


def test_every_line_of_the_list_names_what_there_is():
    listed = list(rows())
    assert len(listed) > 8
    for game, where, held in listed:
        for name in re.findall(r"`([\w/]+\.(?:py|toml))`", where):
            assert (ROOT / "src/houseway/games" / game / name).is_file(), (game, name)
        tests = re.findall(r"`(test_\w+\.py)`", held)
        assert tests or held.startswith("the same"), held
        for name in tests:
            assert (ROOT / "tests/games" / game / name).is_file(), (game, name)


def test_every_link_of_the_documentation_leads_somewhere():
    for page in [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("examples/*/README.md")]:
        for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text()):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_every_published_figure_names_the_test_that_computes_it():
    page, named = (ROOT / "docs" / "published.md").read_text(), ""
    lines = [line for line in page.split("## Published elsewhere")[1].splitlines() if line.startswith("| ")][1:]
    assert len(lines) > 12
    for line in lines:
        held = line.strip("|").split("|")[2].strip()
        named = held.strip("`") if held.startswith("`") else named
        assert held in (f"`{named}`", "the same")
        assert "publish" in (ROOT / "tests/games" / named).read_text().lower()
