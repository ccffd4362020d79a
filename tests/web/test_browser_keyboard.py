"""Without a mouse: every game from the seat to the ruling with the Tab, letter, arrow and Enter keys."""

from itertools import combinations

import pytest
from browsing import arrow_to, decide_by_keyboard, reach, view_of
from playwright.sync_api import expect

from houseway.cards import parse_card
from houseway.games import games
from houseway.games.supreme_99.rules import score


def test_super_pan_9_by_keyboard_alone(house, players):
    ann = players("Key Ann")
    url = ann.open_table("super-pan-9")
    page = ann.page
    reach(page, "sit-5")
    page.keyboard.press("Enter")
    expect(ann.at(".your-name")).to_contain_text("Key Ann")
    reach(page, "type-main")
    page.keyboard.type("25")
    reach(page, "type-tie")
    page.keyboard.type("5")
    page.keyboard.press("Enter")
    expect(ann.at(".choice")).to_have_count(2)
    page.keyboard.press("d")
    expect(ann.at(".paper-slip")).to_be_visible()
    assert view_of(house, url)["seats"][4]["wagers"] == {"main": 2500, "tie": 500}
    assert len(view_of(house, url)["seats"][4]["cards"]) == 4
    page.keyboard.press("r")
    reach(page, "deal")
    page.keyboard.press("Enter")
    expect(ann.at(".choice")).to_have_count(2)
    page.keyboard.press("s")
    expect(ann.at(".paper-slip")).to_be_visible()


def test_a_hand_is_set_by_keyboard_and_its_foul_is_seen_first(house, players):
    ann = players("Setting Ann")
    url = ann.open_table("supreme-99")
    ann.sit(1)
    ann.bet_the_least(view_of(house, url))
    page = ann.page
    expect(ann.at(".card-button")).to_have_count(4)
    cards = [button.get_attribute("data-card") for button in ann.at(".card-button").all()]
    low = max(combinations(cards, 2), key=lambda pair: score(*map(parse_card, pair)))
    foul = score(*map(parse_card, low)) > score(*(parse_card(card) for card in cards if card not in low))
    ann.at(".card-button").first.focus()
    for card in cards:
        if card not in low:
            arrow_to(page, card)
            page.keyboard.press("Enter")
    expect(ann.at(".pile-says").first).not_to_be_empty()
    expect(ann.at("[data-key=set]")).to_have_text("Set hand all the same" if foul else "Set hand")
    expect(ann.at(".arrange-note")).to_contain_text("foul" if foul else "Ready")
    expect(ann.at("[data-key=house]")).to_have_count(1)
    ann.at("[data-key=best]").click()
    expect(ann.at(".arrange-note")).to_have_text("Ready to set.")
    reach(page, "set")
    page.keyboard.press("Enter")
    expect(ann.at(".paper-slip")).to_be_visible()


OTHER_GAMES = pytest.mark.parametrize("game", [game.id for game in games() if game.id != "super-pan-9"])


@OTHER_GAMES
def test_the_other_games_by_keyboard_alone(house, players, game):
    """Sit, bet, decide and set the hand with the Tab, letter and Enter keys."""
    ann, ben = players("Key Ann"), players("Key Ben")
    url = ann.open_table(game)
    ben.page.goto(url)
    for player, seat in ((ann, 1), (ben, 2)):
        reach(player.page, f"sit-{seat}")
        player.page.keyboard.press("Enter")
        expect(player.at(".your-name")).to_be_visible()
    required = next(wager for wager in view_of(house, url)["wagers"] if wager["required"])
    for player in (ann, ben):
        reach(player.page, f"type-{required['id']}")
        player.page.keyboard.type(str(required["least_cents"] // 100))
        player.page.keyboard.press("Enter")
    for _ in range(60):
        if ann.at(".paper-slip").count():
            break
        acted = [decide_by_keyboard(player) for player in (ann, ben)]
        if not any(acted):
            ann.page.wait_for_timeout(60)
    expect(ann.at(".slip-lines li").first).to_be_visible()
