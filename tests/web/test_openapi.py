"""The OpenAPI document, and what Schemathesis makes of it: whatever is sent, the room answers and never falls over."""

import math
import os
import warnings

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from houseway.errors import HousewayError
from houseway.room import Command, Room
from houseway.room.audit.room import audit
from houseway.room.store import journal
from houseway.room.table.clock import Clock
from houseway.web import create_app
from houseway.web.figures import Figures
from houseway.web.guard import SESSION, VISIT, Limits, Rate, token_of

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # the fuzzer's own imports
    import schemathesis
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance

PLENTY = Limits(*[Rate(1e9, 1e9)] * 8)
CASES = int(os.environ.get("HOUSEWAY_CASES", "190"))
"""For all operations together; the long form sets it to two thousand."""


class NoFigures(Figures):
    """Figures that never arrive: they are computed elsewhere."""

    def computed(self, job):
        raise HousewayError("not in this test")


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory):
    """A room with a table in mid-round and a person at it, described by its own OpenAPI document."""
    patient = Clock(1e9, 1e9, 1e9)  # the house does not act meanwhile
    room = Room.open(f"sqlite:///{tmp_path_factory.mktemp('fuzz') / 'room.db'}", clock=patient)
    ann = room.people.guest("Ann")
    table = room.open_table(ann, "super-pan-9", {}, "Fuzzed")
    for number, (kind, data) in enumerate((("sit", {"seat": 1}), ("bet", {"wagers": {"main": 500}}), ("ready", {}))):
        room.do(Command(table, ann.id, f"key-{number}", None, kind, data))
    app = create_app(room, PLENTY, NoFigures(), names=["testserver"])
    visit = "a-visit-of-the-fuzzer"
    cookies = {VISIT: visit, SESSION: room.people.session(ann)}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        schema = schemathesis.openapi.from_asgi("/openapi.json", app)
    yield schema, cookies, {"X-CSRF-Token": token_of(visit)}, room, table
    room.close()


def heads(room):
    with room.store.transaction() as connection:
        return journal.heads(connection)


def test_every_operation_survives_whatever_is_sent(fuzzed):
    schema, cookies, headers, room, table = fuzzed
    operations = [result.ok() for result in schema.get_all_operations()]
    ending = [operation for operation in operations if not operation.path.endswith("/events")]  # a stream does not end
    share = math.ceil(CASES / (len(ending) - 3))  # a few have no parameters, and so one case
    tried = 0
    for operation in ending:

        @settings(
            max_examples=share,
            database=None,
            deadline=None,
            derandomize=True,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy())
        def attempt(case):
            nonlocal tried
            tried += 1
            if tried % 2:  # every other time at what exists
                real = {"table": table, "game": "super-pan-9", "shoe": 1}
                case.path_parameters = {name: real.get(name, value) for name, value in case.path_parameters.items()}
            before = heads(room)
            answer = case.call(cookies=cookies, headers=headers)
            if answer.status_code >= 400 or case.method == "GET":
                assert heads(room) == before, "what is refused or only read changes nothing"
            case.validate_response(
                answer, checks=[not_a_server_error, response_schema_conformance, status_code_conformance]
            )

        attempt()
    assert tried >= CASES
    assert audit(str(room.store.engine.url)) == []


def test_the_document_describes_every_route_that_scripts_use(visitor):
    paths = visitor().get("/openapi.json")["paths"]
    assert {path for path in paths if not path.startswith("/api/")} == set()
    assert "/api/tables/{table}/commands" in paths
    for path, operations in paths.items():
        for operation in operations.values():
            assert "422" in operation["responses"], path
            assert operation["description"], path


def test_the_document_tells_what_numbers_an_address_takes(visitor):
    """As JSON Schema has it: it said `ge` and `le`, which nobody reads, and so any number."""
    paths = visitor().get("/openapi.json")["paths"]
    told = [
        (path, each["name"], each["schema"])
        for path, operations in paths.items()
        for operation in operations.values()
        for each in operation.get("parameters", ())
    ]
    whole = [
        (path, name, each)
        for path, name, schema in told
        for each in schema.get("anyOf", [schema])
        if each.get("type") == "integer"
    ]
    assert any(name == "table" for _, name, _ in whole)
    bounded = [
        {"minimum", "maximum"} <= each.keys() or {"minimum", "exclusiveMaximum"} <= each.keys() for *_, each in whole
    ]
    assert [each for each, right in zip(whole, bounded, strict=True) if not right] == []


def test_the_document_lists_what_is_answered_before_a_request_is_looked_at(visitor):
    for document in (visitor().get("/openapi.json"), visitor().get("/v1/openapi.json")):
        for path, operations in document["paths"].items():
            for operation in operations.values():
                assert {"400", "408", "413", "415", "421", "422", "429"} <= operation["responses"].keys(), path
