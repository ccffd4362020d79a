"""What the lab says of settings, values, wagers, awards and readings: by their names, in the language of the page."""

import re
import time
from html import unescape


def arrived(ann, path, within=240):
    """What a page says without its marks, once its figures are there."""
    until = time.monotonic() + within
    while (answer := ann.client.get(path)).status_code == 202:
        assert time.monotonic() < until, path
        time.sleep(0.05)
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", " ", answer.text)))


def test_notes_of_the_lab_have_a_true_minus(visitor):
    ann = visitor()
    for path, says in (("tie", "tie −7.3763 %"), ("tie/protect", "Bet at a true count of −11")):
        page = arrived(ann, f"/lab/super-pan-9/{path}")
        assert says in page
        assert [each for each in re.findall(r"(?<= )-[0-9]\S*", page) if "/" not in each] == [], "but exact fractions"
