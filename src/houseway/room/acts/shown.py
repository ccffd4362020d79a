"""What the second of two people was shown of a request, in short: an approval carries it, and is of no other."""

import hashlib
from collections.abc import Mapping
from typing import Any

from houseway.errors import HousewayError
from houseway.room.store.journal import canonical


def shown(request: Mapping[str, Any]) -> str:
    """All that a request asks for, in short."""
    return hashlib.sha256(canonical(request).encode()).hexdigest()


def check_shown(request: Mapping[str, Any], given: str | None) -> None:
    """Refuse who approves a request and was shown another; who approves by the number alone was shown none."""
    if given is not None and given != shown(request):
        raise HousewayError("this is not what you were shown: look at it again, and approve it if it is as you want it")
