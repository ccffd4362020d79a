"""`/v1`: houseway for programs. Stateless and typed; a token says who asks, and bounds how much is computed for them.

Tokens stand in a file that `HOUSEWAY_TOKENS` names, one a line: a name and the SHA-256 of the token, as `houseway token
NAME` writes them. Without such a file nobody has one.
"""

import hashlib
import hmac
import json
import os
from collections.abc import Callable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Literal, cast

from fastapi import Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

from houseway import __version__, verbs
from houseway.errors import CITES, HousewayError, UnknownName
from houseway.web.v1_jobs import Job, Jobs, Task, refuse, work
from houseway.web.wire import UNLOOKED, Anything, Sent, few, malformed, understood
from houseway.web.work import Overloaded, TooLong, Who, Work

Text = Annotated[str, Field(max_length=200)]
Name = Annotated[str, Field(max_length=60, pattern=r"^[A-Za-z0-9+ /.:-]*$")]
Values = Annotated[dict[Name, Text], Field(max_length=80), few(80)]


class NoToken(HousewayError):
    """A request without a token that this server knows."""


class OddsAsked(Sent):
    """Which wager, by which settings and pays; values are texts, as on the command line."""

    game: Name
    wager: Name
    settings: Values = Field(default={})
    paytable: Name = ""
    pays: Values = Field(default={})
    meter: Text = ""
    stake: Text = ""


class SettleAsked(Sent):
    """A dealt round: its fields, a text of TOML or JSON, or a round in one line."""

    record: Annotated[dict[str, Anything], few(200)] | Annotated[str, Field(max_length=100_000)]


class SetAsked(Sent):
    """A hand to set."""

    game: Name
    cards: Text
    dealer: Text = ""
    settings: Values = Field(default={})
    top: Annotated[int, Field(ge=1, le=50)] = 5


class VerifyAsked(Sent):
    """A game whose printed figures are computed."""

    game: Name


class JobAsked(Sent):
    """Long work: odds or verify, with what they ask for."""

    verb: Literal["odds", "verify"]
    asks: OddsAsked | VerifyAsked


class JobTold(BaseModel):
    """Where a job is: its state, how much of it is done, and its result or what was wrong."""

    id: str
    verb: str
    state: Literal["waiting", "running", "done", "refused", "cancelled"]
    share: float
    result: Any = None
    error: str = ""


class Fault(BaseModel):
    """What was wrong, in a sentence, and the clause it rests on."""

    error: str
    clause: str = ""


FAULTS: dict[int | str, dict[str, Any]] = {
    code: {"model": Fault, "description": says}
    for code, says in (
        *UNLOOKED,
        (401, "No token, or one that this server does not know."),
        (404, "There is no such game, wager, paytable or job."),
        (422, "What was asked is not allowed; the sentence says why."),
        (503, "Too much is asked for at once, or it takes too long: make it a job, or wait."),
    )
}


def answering(schema: str) -> dict[int | str, dict[str, Any]]:
    """The published JSON Schema of an answer, for the OpenAPI document."""
    content = json.loads(files("houseway.schemas").joinpath(f"{schema}.json").read_text(encoding="utf-8"))
    kept = {key: value for key, value in content.items() if key not in ("$schema", "$id")}
    described = kept.get("title", schema)
    return FAULTS | {200: {"description": described, "content": {"application/json": {"schema": kept}}}}


BEARER = HTTPBearer(scheme_name="token", description="What `houseway token NAME` has shown once.", auto_error=False)


def owner_of(brought: Annotated[HTTPAuthorizationCredentials | None, Depends(BEARER)]) -> str:
    """Whose token a request brings."""
    token = brought.credentials if brought is not None else ""
    digest = hashlib.sha256(token.strip().encode()).hexdigest()
    found = [name for name, known in _known().items() if hmac.compare_digest(known.encode(), digest.encode())]
    if brought is None or not found:
        raise NoToken("a token is wanted: Authorization: Bearer …; `houseway token NAME` makes one")
    return found[0]


def _known() -> Mapping[str, str]:
    """The hashes of all tokens, by name; read each time, so that a token that is struck out is gone at once."""
    file = os.environ.get("HOUSEWAY_TOKENS", "")
    try:
        lines = Path(file).read_text(encoding="utf-8").splitlines() if file else []
    except (OSError, UnicodeDecodeError):
        return {}
    return {parts[0]: parts[1] for parts in (line.split() for line in lines) if len(parts) == 2}


Owner = Annotated[str, Depends(owner_of)]


def application(work: Work) -> FastAPI:
    """The application, to be mounted where it is wanted; its OpenAPI document lies beside it."""
    app = FastAPI(title="houseway", version=__version__, docs_url=None, redoc_url=None, description=__doc__ or "")
    app.state.work, app.state.jobs = work, Jobs()
    app.add_api_route("/games", games, methods=["GET"], responses=FAULTS)
    app.add_api_route("/odds", odds, methods=["POST"], responses=answering("odds"))
    app.add_api_route("/settle", settle, methods=["POST"], responses=answering("record"))
    app.add_api_route("/set", set_hand, methods=["POST"], responses=answering("arrangement"))
    app.add_api_route("/verify", verify, methods=["POST"], responses=FAULTS)
    app.add_api_route("/jobs", begin, methods=["POST"], status_code=202, responses=FAULTS, response_model=JobTold)
    app.add_api_route("/jobs/{job}", look, methods=["GET"], responses=FAULTS, response_model=JobTold)
    app.add_api_route("/jobs/{job}", cancel, methods=["DELETE"], responses=FAULTS, response_model=JobTold)
    app.add_exception_handler(HousewayError, _refused)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _missing)
    return app


async def _computed(request: Request, owner: str, verb: Callable[..., Any], given: Sent) -> Any:
    """A verb in a process apart from the server, within the quota of a token."""
    lane = cast(Work, request.app.state.work).advice
    return await lane.answer(Who(None, f"token {owner}"), _asked, verb, given.model_dump())


def _asked(verb: Callable[..., Any], given: Mapping[str, Any]) -> Any:
    return verb(**given)


def games(owner: Owner) -> list[dict[str, Any]]:
    """Every game: its wagers, settings and paytables."""
    del owner
    return verbs.games()


async def odds(request: Request, owner: Owner, asked: OddsAsked) -> JSONResponse:
    """The exact return of a wager. What takes more than a minute is a job."""
    return JSONResponse(await _computed(request, owner, verbs.odds, asked))


async def settle(request: Request, owner: Owner, asked: SettleAsked) -> JSONResponse:
    """The ruling on a dealt round: the record whole, with its payouts."""
    return JSONResponse(await _computed(request, owner, verbs.settle, asked))


async def set_hand(request: Request, owner: Owner, asked: SetAsked) -> JSONResponse:
    """How to set a hand: the house's way and the best ways."""
    return JSONResponse(await _computed(request, owner, verbs.set_hand, asked))


async def verify(request: Request, owner: Owner, asked: VerifyAsked) -> list[dict[str, Any]]:
    """Every figure that a document prints, computed. What takes more than a minute is a job."""
    return cast(list[dict[str, Any]], await _computed(request, owner, verbs.verify, asked))


def jobs_of(request: Request) -> Jobs:
    return cast(Jobs, request.app.state.jobs)


def begin(request: Request, owner: Owner, asked: JobAsked) -> dict[str, Any]:
    """Begin long work; its state is at /jobs/ID, and DELETE there ends it."""
    if isinstance(asked.asks, OddsAsked) != (asked.verb == "odds"):
        raise UnknownName(f"{asked.verb} asks for something else: see the OpenAPI document")
    given = asked.asks.model_dump()
    refuse(asked.verb, given)
    job: Job = jobs_of(request).begin(owner, Task(asked.verb, given, work))
    return job.seen().json()


def look(request: Request, owner: Owner, job: Name) -> dict[str, Any]:
    """Where a job is."""
    return jobs_of(request).of(owner, job).seen().json()


def cancel(request: Request, owner: Owner, job: Name) -> dict[str, Any]:
    """End a job; one that is done stays done."""
    found = jobs_of(request).of(owner, job)
    found.cancel()
    return found.seen().json()


def _refused(request: Request, fault: Exception) -> JSONResponse:
    """A refusal as a sentence."""
    del request
    if not isinstance(fault, HousewayError):
        raise fault
    kinds = ((NoToken, 401), (UnknownName, 404), (Overloaded, 503), (TooLong, 503))
    status = next((status for kind, status in kinds if isinstance(fault, kind)), 422)
    return JSONResponse({"error": str(fault), "clause": fault.clause or _clauses(str(fault))}, status)


def _clauses(sentence: str) -> str:
    """The clauses that a refusal of several faults names, each once."""
    return ", ".join(dict.fromkeys(CITES.findall(sentence)))


def _malformed(request: Request, fault: Exception) -> JSONResponse:
    """What is wrong with the form of a request."""
    del request
    if not isinstance(fault, RequestValidationError):
        raise fault
    return JSONResponse({"error": malformed(fault), "clause": ""}, 422)


def _missing(request: Request, fault: Exception) -> JSONResponse:
    """What is at no address, or is asked for otherwise."""
    if not isinstance(fault, HTTPException):
        raise fault
    fault = understood(fault)
    ways = (fault.headers or {}).get("Allow", "")
    says = {
        404: "there is nothing at this address: /v1/openapi.json tells what there is",
        405: f"{request.method} is not how this is asked for: it is {ways}",
    }
    told = {"error": says.get(fault.status_code, str(fault.detail)), "clause": ""}
    return JSONResponse(told, fault.status_code, headers=fault.headers)
