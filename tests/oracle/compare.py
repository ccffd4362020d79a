"""What the product pays and shows, and what the oracle works out from the same record."""

import json
from typing import Any

import houseway as hw

from . import chinese_poker, dealer_open_pai_gow, super_pairs, super_pan_9, supreme_99
from .calls import Record
from .dealing import Dealer
from .reading import Paid, counted, dead_hands, summed

ENGINES: dict[str, Any] = {
    "super-pan-9": super_pan_9,
    "supreme-99": supreme_99,
    "chinese-poker": chinese_poker,
    "dealer-open-pai-gow": dealer_open_pai_gow,
    "super-pairs": super_pairs,
}


def dealt(game: str, seed: int) -> Record:
    """A random round, as it would be read from a file."""
    record: Record = json.loads(json.dumps(Dealer(hw.game(game), seed).play()))
    return record


def paid_by_the_product(record: Record) -> list[Paid]:
    """The payouts on record, a line a seat and wager."""
    return summed(Paid(one["seat"], one["wager"], one["cents"], one["commission_cents"]) for one in record["payouts"])


def paid_by_the_oracle(record: Record) -> list[Paid]:
    """The same, worked out anew."""
    engine = ENGINES[record["game"]]
    as_it_counts = counted(record, engine.stage)
    return summed([*engine.settle(as_it_counts), *dead_hands(as_it_counts)])


def meters_differ(record: Record) -> str:
    """How the meters of the record, settled again by the product, differ from the oracle's; nothing if they agree."""
    as_it_counts = counted(record, super_pairs.stage)
    super_pairs.settle(as_it_counts)
    mine = super_pairs.meters(as_it_counts)
    ruling = hw.settle(record).json()
    if paid_by_the_product(ruling) != paid_by_the_product(record):
        return "settled again, the record pays otherwise"
    for wager, meter in mine.items():
        theirs = ruling["meters"][wager]
        shown = [theirs[f"{name}_cents"] for name in ("displayed", "off", "seeded", "after")]
        if shown != [meter.displayed, meter.off, meter.seeded, meter.after]:
            return f"{wager}: {meter} and {theirs}"
    return ""


def disagreement(record: Record) -> str:
    """In what the two engines differ; nothing if they agree."""
    product, oracle = paid_by_the_product(record), paid_by_the_oracle(record)
    if product != oracle:
        return f"{sorted(set(product) - set(oracle))} is paid, {sorted(set(oracle) - set(product))} is due"
    return meters_differ(record) if any("jackpot" in str(seat["wagers"]) for seat in record["seat"]) else ""
