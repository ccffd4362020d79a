#!/usr/bin/env python3
"""Take the pictures of the documentation anew, in a real Chromium, of a room that is opened for it.

    python tools/pictures.py [FOLDER]

Each game is played from the lobby to its result by a guest between two bots; the figures of the panel are waited for.
"""

import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

IMAGES = Path(__file__).resolve().parents[1] / "docs" / "images"
LAPTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
GAMES = {
    "super-pan-9": "Super Pan 9",
    "supreme-99": "Supreme 99",
    "chinese-poker": "Chinese Poker",
    "dealer-open-pai-gow": "Dealer Open Pai Gow",
    "super-pairs": "Super Pairs",
}
PORT = 8173
ADDRESS = f"http://127.0.0.1:{PORT}"
WAIT = 400_000


def seated(browser: Browser, device: dict[str, object], name: str, who: str) -> Page:
    """A guest at a table, with the least wager laid."""
    page = browser.new_context(base_url=ADDRESS, reduced_motion="reduce", bypass_csp=True, **device).new_page()
    page.set_default_timeout(WAIT)
    page.goto("/")
    page.get_by_role("button", name=f"Play now at {name}").click()
    page.get_by_label("Your name at the table").fill(who)
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector("[data-key=deal]")
    return page


def answered(page: Page) -> bool:
    """Answer whatever is asked; whether the round is over."""
    if page.locator(".paper-slip").count():
        return True
    if page.locator(".arranger").count():
        page.get_by_role("button", name="Best").click()
        page.wait_for_timeout(1500)
        if page.locator("[data-key=set]").is_enabled():
            page.locator("[data-key=set]").click()
    elif page.locator("[data-key=mid-no]").count():
        page.locator("[data-key=mid-no]").click()
    elif page.locator(".choice:enabled").count():
        page.locator(".choice:enabled").first.click()
    page.wait_for_timeout(700)
    return False


def pictures(browser: Browser, into: Path) -> None:
    """Every picture, one after the other."""
    lobby = browser.new_context(base_url=ADDRESS, bypass_csp=True, **LAPTOP).new_page()
    lobby.set_default_timeout(WAIT)
    lobby.goto("/")
    lobby.wait_for_function("document.querySelectorAll('.edges .skeleton').length < 4")
    shoot(lobby, into / "lobby.jpg")
    for id_, name in GAMES.items():
        page = seated(browser, LAPTOP, name, "Ada")
        page.locator("[data-key=deal]").click()
        while not answered(page):
            pass
        page.wait_for_function("document.querySelectorAll('#pane-odds .waiting').length < 2")
        shoot(page, into / f"{id_}.jpg")
        page.context.close()
    phone = seated(browser, PHONE, GAMES["super-pairs"], "Ben")
    phone.locator("[data-key=deal]").click()
    phone.wait_for_selector("[data-key=advice]")
    shoot(phone, into / "phone.jpg")


def shoot(page: Page, file: Path) -> None:
    page.screenshot(path=file, type="jpeg", quality=82)
    print(file)


def main() -> None:
    into = Path(sys.argv[1]) if len(sys.argv) > 1 else IMAGES
    chromium = next(found for each in ("chromium", "google-chrome") if (found := shutil.which(each)))
    with tempfile.TemporaryDirectory() as folder:
        room = [sys.executable, "-m", "houseway", "room", "--database", f"sqlite:///{folder}/room.db"]
        with subprocess.Popen([*room, "--port", str(PORT)], stdout=subprocess.DEVNULL) as served:
            try:
                until = time.monotonic() + 60
                while time.monotonic() < until:
                    try:
                        urllib.request.urlopen(f"{ADDRESS}/health", timeout=2).close()
                        break
                    except OSError:
                        time.sleep(0.3)
                with sync_playwright() as playwright:
                    browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
                    pictures(browser, into)
                    browser.close()
            finally:
                served.terminate()


if __name__ == "__main__":
    main()
