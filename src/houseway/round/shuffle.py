"""What is shuffled when a shoe runs out in mid-round."""

from collections import Counter
from collections.abc import Iterable

from houseway.document.settings import Settings

DISCARDS = "discards"


def shuffled_again(pack: Iterable[int], on_table: Iterable[int], settings: Settings) -> tuple[int, ...]:
    """The cards to shuffle when the shoe runs out in mid-round, by the setting `out-of-cards`: those not on the table.

    None means that the round is void: the setting does not say `discards`, or every card is on the table.
    """
    if settings.get("out-of-cards") != DISCARDS:
        return ()
    return tuple((Counter(pack) - Counter(on_table)).elements())
