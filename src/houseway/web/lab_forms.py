"""A form of the lab: shown, shown again with what is wrong beside each field, or begun with as a job."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fastapi import Request
from fastapi.responses import Response

from houseway.document.settings import Settings
from houseway.game import Game
from houseway.room import Person
from houseway.web.lab import brought
from houseway.web.lab_counting import Call
from houseway.web.lab_fields import Fields, carried, differing
from houseway.web.lab_jobs import begun
from houseway.web.pages import page
from houseway.web.work import Overloaded


@dataclass(frozen=True)
class Form:
    """What was typed, at which settings, and what else its page shows."""

    request: Request
    viewer: Person | None
    template: str
    game: Game
    settings: Settings
    fields: Fields
    shown: Mapping[str, Any]

    def page(self, status: int = 200) -> Response:
        more: dict[str, Any] = {"carried": carried(self.request), "own": brought(self.request)}
        more |= {"chosen": differing(self.settings), "table": int(self.request.query_params.get("table") or 0)}
        more |= self.shown
        return page(
            self.request, self.template, status=status, viewer=self.viewer, game=self.game, fields=self.fields, **more
        )

    def begun(self, call: Call, template: str, given: Mapping[str, Any], own: str = "") -> Response:
        """Begin with a job; 422 where a field is wrong, 503 where too much is asked for. `own` is carried instead."""
        if self.fields.faults:
            return self.page(422)
        back = f"{self.request.url.path}?{own or carried(self.request)}&{self.fields.query}"
        try:
            return begun(self.request, self.viewer, call, template, back, game=self.game, **given)
        except Overloaded as fault:
            self.fields.fault("", fault)
            return self.page(503)
