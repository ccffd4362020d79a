"""The OpenAPI document, and what Schemathesis makes of it: whatever is sent, the room answers and never falls over."""

import warnings

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from houseway.errors import HousewayError
from houseway.room import Room
from houseway.web import create_app
from houseway.web.figures import Figures
from houseway.web.guard import SESSION, VISIT, Limits, Rate, token_of

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # the fuzzer's own imports
    import schemathesis
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance

PLENTY = Limits(Rate(1e9, 1e9), Rate(1e9, 1e9), Rate(1e9, 1e9))
CASES = 10
"""For each operation, in the quick form."""


class NoFigures(Figures):
    """Figures that never arrive: they are computed elsewhere."""

    def computed(self, job):
        raise HousewayError("not in this test")


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory):
    """A room with a table in mid-round and a person at it, described by its own OpenAPI document."""
    room = Room.open(f"sqlite:///{tmp_path_factory.mktemp('fuzz') / 'room.db'}")
    ann = room.guest("Ann")
    table = room.open_table(ann, "super-pan-9", {}, "Fuzzed")
    app = create_app(room, PLENTY, NoFigures())
    visit = "a-visit-of-the-fuzzer"
    cookies = {VISIT: visit, SESSION: room.session(ann)}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        schema = schemathesis.openapi.from_asgi("/openapi.json", app)
    yield schema, cookies, {"X-CSRF-Token": token_of(visit)}, room, table
    room.close()


def test_every_operation_survives_whatever_is_sent(fuzzed):
    schema, cookies, headers, room, table = fuzzed
    before = room.view(table, None).json()["version"]
    tried = 0
    for result in schema.get_all_operations():
        operation = result.ok()
        if operation.path.endswith("/events"):  # a stream that does not end
            continue

        @settings(
            max_examples=CASES,
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
            answer = case.call(cookies=cookies, headers=headers)
            case.validate_response(
                answer, checks=[not_a_server_error, response_schema_conformance, status_code_conformance]
            )

        attempt()
    assert tried >= 100
    assert room.view(table, None).json()["version"] >= before


def test_the_document_describes_every_route_that_scripts_use(visitor):
    paths = visitor().get("/openapi.json")["paths"]
    assert {path for path in paths if not path.startswith("/api/")} == set()
    assert "/api/tables/{table}/commands" in paths
    for path, operations in paths.items():
        for operation in operations.values():
            assert "422" in operation["responses"], path
            assert operation["description"], path
