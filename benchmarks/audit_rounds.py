"""How many rounds a second `houseway audit` rules on, beside a bare loop over `game.settle` in one process.

    python benchmarks/audit_rounds.py [--rounds 20000] [--game super-pan-9] [--workers 2] [--format csv|jsonl]

Both read and rule on the same rounds, dealt from seeds; the audit also reads a file, compares and counts. What counts
is the ratio: above 1 the processes win more than reading and comparing cost. The peak memory is the main process's.

On two cores that other work shared, 100,000 rounds of Super Pan 9 with two seats each, as CSV: 40 s, 2,500 rounds a
second, 0.73 times the bare loop, peak 34 MiB; with more beside it (load 8), 30,000 rounds did 0.87 times as many.

In processor time, records with entries as JSONL, two seats, no round twice: Super Pan 9 0.7 ms a round, Supreme 99 1.1,
thirteen-card poker 1.3, Super Pairs 1.7, Dealer Open Pai Gow 1.9: 100,000 rounds of the slowest take 95 s of two
cores.
"""

import argparse
import csv
import json
import os
import resource
import tempfile
import time
from pathlib import Path

import houseway as hw
from houseway.disputes.compare import Plan, audited
from houseway.disputes.files import rounds_in
from houseway.disputes.summary import Summary
from houseway.game import Game, least_wagers

KINDS = 500
"""So many different rounds; a file repeats them."""

HEADINGS = ("round", "game", "dealer", "table", "time", "dealer.cards", "seat", "cards")


def records(game: Game, count: int) -> list[dict]:
    """Rounds with two seats, played by bots, with what was paid."""
    wagers = dict.fromkeys((1, 2), least_wagers(game, game.configure()))
    return [game.deal(wagers, seed=seed).bots().settled().json() for seed in range(count)]


def write_jsonl(path: Path, rounds: list[dict], count: int) -> None:
    lines = [json.dumps(each) for each in rounds]
    with path.open("w") as file:
        for number in range(count):
            file.write(lines[number % len(lines)] + "\n")


def write_csv(path: Path, rounds: list[dict], count: int) -> None:
    """One row a seat, of games in which no hand is set."""
    wagers = sorted({wager for each in rounds for seat in each["seat"] for wager in seat["wagers"]})
    with path.open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow([*HEADINGS, *(f"wagers.{each}" for each in wagers), *(f"paid.{each}" for each in wagers)])
        for number in range(count):
            for row in csv_rows(rounds[number % len(rounds)], wagers):
                rows.writerow([number, *row])


def csv_rows(record: dict, wagers: list[str]) -> list[list[object]]:
    paid = {(each["seat"], each["wager"]): each["cents"] for each in record["payouts"]}
    top = [record["game"], "Ann", "4", "2026-11-15T20:10", "".join(record["dealer"]["cards"])]
    made = []
    for seat in record["seat"]:
        stakes = [seat["wagers"].get(wager, "") for wager in wagers]
        cents = [paid.get((seat["number"], wager)) for wager in wagers]
        gained = ["" if each is None else f"{each / 100:.2f}" for each in cents]
        made.append([*top, seat["number"], "".join(seat["cards"]), *stakes, *gained])
    return made


def bare(game: Game, rounds: list[dict], count: int, form: str) -> float:
    """Rounds a second of a loop over `game.settle`; of CSV without entries, as its rows tell the rounds."""
    short = ("game", "dealer", "seat")
    told = rounds if form == "jsonl" else [{key: each[key] for key in short} for each in rounds]
    start = time.perf_counter()
    for number in range(count):
        game.settle(told[number % len(told)])
    return count / (time.perf_counter() - start)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=20_000)
    parser.add_argument("--game", default="super-pan-9")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--format", choices=("csv", "jsonl"), default="csv")
    args = parser.parse_args()
    game = hw.game(args.game)
    rounds = records(game, min(KINDS, args.rounds))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"rounds.{args.format}"
        (write_csv if args.format == "csv" else write_jsonl)(path, rounds, args.rounds)
        summary = Summary()
        start = time.perf_counter()
        for batch in audited(rounds_in(str(path)), Plan(), workers=args.workers):
            summary.add(batch)
        taken = time.perf_counter() - start
    alone = bare(game, rounds, min(args.rounds, 2000), args.format)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{summary.rounds:,} rounds of {game.name} as {args.format}, {summary.total.count} errors, {taken:.1f} s")
    print(f"audit: {summary.rounds / taken:,.0f} rounds a second with {args.workers} processes, peak {peak:.0f} MiB")
    print(
        f"game.settle in a loop: {alone:,.0f} rounds a second; "
        f"the audit does {summary.rounds / taken / alone:.2f} times as many"
    )


if __name__ == "__main__":
    main()
