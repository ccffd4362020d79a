"""The long form of the reliability tests, in parts side by side: what is promised, how often it was tried, what came.

    python tools/soak.py                      # everything, a part for each core at a time: hours on two cores
    python tools/soak.py --jobs 16            # on a larger machine
    python tools/soak.py kills images         # these promises alone
    python tools/soak.py --share 0.01         # a hundredth of each, to see that it runs
    python tools/soak.py --no postgresql      # without what needs a server here
    python tools/soak.py --kept soak.jsonl    # go on where an earlier run was stopped

What is tried N times is cut into parts of equal size with different luck (HOUSEWAY_LUCK), each a process of its own.
Exit status 1 if a part fails; its last lines are shown.
Standard library alone.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Promise:
    """Something that is tried often."""

    name: str
    variable: str
    times: int
    parts: int
    tests: tuple[str, ...]
    only: str = ""
    needs: str = ""
    least: int = 1
    cases: int = 1
    """Tests among which the times are divided: each of them is told its share."""


@dataclass(frozen=True)
class Part:
    """One process of it."""

    promise: Promise
    number: int
    times: int
    command: tuple[str, ...]
    variables: dict[str, str] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """By which a part that was run is known again."""
        return f"{self.promise.name} {self.times} {' '.join(self.variables.values())}"


GAMES = ("super-pan-9", "supreme-99", "chinese-poker", "dealer-open-pai-gow", "super-pairs")
CRASH = "tests/room/test_crash.py::test_nothing_acknowledged_is_lost_when_processes_are_killed"
POWER = "tests/room/test_power.py::test_a_power_loss_at_any_point_loses_nothing_acknowledged"
MONEY = "tests/room/test_money.py::test_whatever_is_sent_money_is_conserved_and_refusals_change_nothing"
METER = "tests/room/test_money.py::test_seed_and_contributions_are_meter_and_paid_to_the_fraction_of_a_cent"
ONCE = "tests/room/test_once.py::test_whatever_is_sent_again_has_one_effect"
CLERK = "tests/room/test_jackpot_model.py::test_not_a_fraction_of_a_cent_between_the_jackpot_and_the_clerk"
LINKED = (
    "tests/room/test_jackpot_model.py"
    "::test_linked_tables_restarts_voids_corrections_hits_and_closings_beside_the_clerk",
    "tests/room/test_books_of_jackpots.py::test_the_books_hold_beside_the_clerk",
)
WORLDS = "tests/room/test_view.py::test_two_worlds_look_the_same_to_whoever_may_not_see_the_difference"
FUZZ = "tests/room/test_bad_input.py::test_a_flood_of_spoilt_commands_is_refused_or_done"
BAD = "tests/web/test_bad_requests.py::test_a_flood_of_bad_requests_is_answered_and_changes_nothing_where_it_is_refused"

AGREEMENT, SPLITS = "tests/simulate/test_agreement.py", "tests/games/super_pairs/test_simulation_agreement.py"
AGREE = {
    "super-pan-9": (4, 4, (AGREEMENT,), "super_pan_9"),
    "supreme-99": (8, 4, (AGREEMENT,), "supreme_99"),
    "dealer-open-pai-gow": (8, 4, (AGREEMENT,), "dealer_open_pai_gow"),
    "chinese-poker": (8, 4, (AGREEMENT,), "chinese_poker"),
    "baccarat": (2, 1, (AGREEMENT,), "baccarat"),
    "super-pairs": (8, 4, (SPLITS,), "same_cards"),
    "splits": (8, 4, (SPLITS,), "splits"),
    "shoes": (8, 6, ("tests/simulate/test_shoes.py",), "shoe_of or runs_out"),
    "jackpots": (4, 1, ("tests/simulate/test_shoes.py",), "jackpots"),
    "seats": (4, 3, ("tests/envs/test_many.py",), "order_of_play"),
}
"""Kernels beside the order of play: in how many parts, how many cases share the rounds, the tests, which of them."""

PROMISES = (
    Promise("kills", "HOUSEWAY_KILLS", 1_000, 40, (CRASH,), "sqlite", least=6),
    Promise("images", "HOUSEWAY_IMAGES", 5_000, 25, (POWER,)),
    Promise("commands", "HOUSEWAY_COMMANDS", 1_000_000, 100, (MONEY,), "sqlite"),
    Promise("actions", "HOUSEWAY_ACTIONS", 100_000, 20, (ONCE,), "sqlite"),
    Promise("accruals", "HOUSEWAY_ACCRUALS", 10_000_000, 50, (CLERK, METER)),
    Promise("linked", "HOUSEWAY_JACKPOT_ROUNDS", 20_000, 100, LINKED),
    Promise("worlds", "HOUSEWAY_WORLDS", 10_000, 40, (WORLDS,), least=40),
    Promise("signed play", "HOUSEWAY_PLAYS", 300, 10, ("tests/room/test_signed_play.py",), "honest"),
    Promise("spoilt", "HOUSEWAY_FUZZ", 1_000_000, 100, (FUZZ,), "sqlite"),
    Promise("requests", "HOUSEWAY_REQUESTS", 100_000, 20, (BAD,)),
    Promise("postgresql kills", "HOUSEWAY_KILLS", 1_000, 1, (CRASH,), "postgresql", "postgresql", 150),
    Promise("postgresql commands", "HOUSEWAY_COMMANDS", 1_000_000, 1, (MONEY,), "postgresql", "postgresql"),
    Promise("postgresql actions", "HOUSEWAY_ACTIONS", 100_000, 1, (ONCE,), "postgresql", "postgresql"),
    Promise("postgresql spoilt", "HOUSEWAY_FUZZ", 1_000_000, 1, (FUZZ,), "postgresql", "postgresql"),
    Promise("half sent", "HOUSEWAY_HALF_SENT", 1_100, 1, ("tests/web/test_flood.py",)),
    Promise("cases", "HOUSEWAY_CASES", 2_000, 1, ("tests/web/test_openapi.py",)),
    Promise("rows", "HOUSEWAY_ALL_ROWS", 1, 1, ("tests/room/test_every_column.py",)),
    Promise("fields", "HOUSEWAY_ALL_FIELDS", 1, 1, ("tests/room/test_every_field.py",)),
    Promise("documentation", "HOUSEWAY_ALL_DOCS", 1, 1, ("tests/docs",)),
    Promise("poker hands", "HOUSEWAY_ALL_HANDS", 1, 1, ("tests/lab/test_evaluator.py",)),
    Promise(
        "laws and ways",
        "HOUSEWAY_ALL_DEALS",
        1,
        1,
        ("tests/games/super_pairs/test_round_law.py", "tests/games/dealer_open_pai_gow/test_workshop.py"),
    ),
    Promise("planted", "HOUSEWAY_EXAMPLES", 20_000, 1, ("tests/round/test_planted_faults.py",)),
    Promise("questions", "HOUSEWAY_QUESTIONS", 10_000, 1, ("tests/academy/test_questions.py",), least=100),
    Promise(
        "office",
        "HOUSEWAY_OFFICE",
        1,
        1,
        ("tests/lab/test_office.py", "tests/room/test_books_office.py"),
        needs="libreoffice",
    ),
    *(
        Promise(f"agreeing {name}", "HOUSEWAY_AGREEING", 100_000, parts, tests, only, "compiler", cases=cases)
        for name, (parts, cases, tests, only) in AGREE.items()
    ),
    *(Promise(f"oracle {game}", "", 100_000, 20, (game,)) for game in GAMES),
)
"""Everything that has a long form. On PostgreSQL the tests themselves try one in 25 of what is asked for."""


def parts_of(promise: Promise, share: float, luck: int) -> list[Part]:
    """The processes that this promise takes."""
    times = max(promise.least, round(promise.times * share))
    number = max(1, round(promise.parts * min(share, 1)))
    sizes = [times // number + (each < times % number) for each in range(number)]
    if not promise.variable:
        first = [sum(sizes[:each]) + luck * promise.times for each in range(number)]
        tool = (sys.executable, "tools/oracle_rounds.py")
        return [
            Part(promise, each, size, (*tool, str(size), *promise.tests), {"FIRST": str(first[each]), "PROCESSES": "1"})
            for each, size in enumerate(sizes)
        ]
    web = any(test.startswith("tests/web") for test in promise.tests)
    left_out = ["cacheprovider", *([] if web else ["schemathesis", "playwright"])]  # which take a second to start
    command = [sys.executable, "-m", "pytest", "-q", *(f"-pno:{each}" for each in left_out), *promise.tests]
    command += ["-k", promise.only] if promise.only else []
    return [
        Part(
            promise,
            each,
            size,
            tuple(command),
            {promise.variable: str(-(-size // promise.cases)), "HOUSEWAY_LUCK": str(1000 * luck + each)},
        )
        for each, size in enumerate(sizes)
    ]


def run(part: Part) -> dict[str, object]:
    """One process to its end, and what came of it."""
    begun = time.monotonic()
    with tempfile.TemporaryFile("w+") as told:
        status = subprocess.run(
            part.command, cwd=ROOT, env={**os.environ, **part.variables}, stdout=told, stderr=subprocess.STDOUT
        ).returncode
        told.seek(0)
        text = told.read()
    line: dict[str, object] = {
        "key": part.key,
        "promise": part.promise.name,
        "times": part.times,
        "ok": status == 0,
        "seconds": round(time.monotonic() - begun, 1),
    }
    if status:
        line |= {"variables": part.variables, "command": list(part.command), "told": text[-4000:]}
    return line


def before(path: Path | None) -> dict[str, dict[str, object]]:
    """The parts which an earlier run has done and kept."""
    if path is None or not path.exists():
        return {}
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    return {str(line["key"]): line for line in lines if line["ok"]}


def table(parts: list[Part], done: dict[str, dict[str, object]]) -> str:
    """A line a promise."""
    lines = ["| promise | tried | of | parts | seconds | failed |", "|---|---|---|---|---|---|"]
    for promise in dict.fromkeys(part.promise for part in parts):
        mine = [done[part.key] for part in parts if part.promise == promise and part.key in done]
        tried = sum(int(str(line["times"])) for line in mine if line["ok"])
        failed = sum(not line["ok"] for line in mine)
        seconds = sum(float(str(line["seconds"])) for line in mine)
        lines.append(f"| {promise.name} | {tried:,} | {promise.times:,} | {len(mine)} | {seconds:,.0f} | {failed} |")
    return "\n".join(lines)


def asked() -> argparse.Namespace:
    """What the caller wants."""
    form = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    form.add_argument("promise", nargs="*", help="names or their first words; all if none is given")
    form.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    form.add_argument("--share", type=float, default=1.0)
    form.add_argument("--luck", type=int, default=0, help="other cards, choices and points of failure")
    form.add_argument("--no", action="append", default=[], choices=["postgresql", "libreoffice", "compiler"])
    form.add_argument("--kept", type=Path, help="a file of what was done, read first and written as parts end")
    given = form.parse_args()
    names = [promise.name for promise in PROMISES]
    if unknown := [each for each in given.promise if not any(name.startswith(each) for name in names)]:
        form.error(f"there is no promise {unknown[0]!r}; there are: {', '.join(names)}")
    return given


def main() -> int:
    """Run what was asked for; how it went."""
    given = asked()
    wanted = [
        promise
        for promise in PROMISES
        if promise.needs not in given.no
        and (not given.promise or any(promise.name.startswith(each) for each in given.promise))
    ]
    parts = [part for promise in wanted for part in parts_of(promise, given.share, given.luck)]
    parts.sort(key=lambda part: part.number)  # the first part of every promise first: what fails is known early
    done = before(given.kept)
    left = [part for part in parts if part.key not in done]
    print(f"{len(left)} parts of {len(wanted)} promises, {given.jobs} at a time", flush=True)
    with ThreadPoolExecutor(given.jobs) as pool:
        for number, each in enumerate(as_completed([pool.submit(run, part) for part in left]), 1):
            line = each.result()
            done[str(line["key"])] = line
            if given.kept:
                with given.kept.open("a") as file:
                    file.write(json.dumps(line) + "\n")
            state = "ok" if line["ok"] else f"FAILED\n{line['variables']}\n{line['told']}"
            what = f"{line['promise']}: {line['times']:,} in {line['seconds']} s"
            print(f"[{number}/{len(left)}] {what}: {state}", flush=True)
    print(table(parts, done))
    return 0 if all(line["ok"] for line in done.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
