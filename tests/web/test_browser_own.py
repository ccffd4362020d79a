"""A paytable of one's own in the browser: begun with a printed one, from a file, and shown at the table."""

import re

from browsing import serious, view_of
from playwright.sync_api import expect

BAD = 'colour = "green"\n\n[[rows]]\naward = "royal"\npays = "a lot"\n'


def test_a_paytable_of_one_s_own_is_written_checked_and_posted(house, players, tmp_path):
    ann = players("Ann")
    ann.page.goto("/tables/new?game=super-pan-9")
    ann.page.get_by_text("Paytables of your own").click()
    text, fault = (
        ann.page.get_by_label("Paytable of the Tie Bet", exact=True),
        ann.at("[data-setting='paytable.tie'] .fault"),
    )
    file = tmp_path / "mine.toml"
    file.write_text(BAD)
    ann.at("[id='file-paytable.tie']").set_input_files(file)
    expect(fault).to_contain_text("colour")
    expect(fault).to_contain_text("pays")
    expect(ann.at("#open")).to_be_disabled()
    assert serious(ann.page) == []
    ann.at("#printed-tie").select_option(index=1)
    expect(fault).to_be_hidden()
    text.fill(re.sub(r'pays = "\d+"', 'pays = "9"', text.input_value()))
    ann.page.get_by_role("button", name="Open the table").click()
    ann.page.wait_for_url(re.compile(r"/tables/\d+$"))
    expect(ann.at("#print")).to_contain_text("pays 9 to 1")
    ann.page.get_by_role("tab", name="Rules").click()
    expect(ann.at("#pane-rules [data-wager=tie] td")).to_have_text(["9", "$9"])
    assert view_of(house, ann.page.url)["game"] == "super-pan-9"
    assert serious(ann.page) == []
