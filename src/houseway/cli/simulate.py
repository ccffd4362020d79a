"""`houseway simulate`: rounds dealt by chance, beside the exact figures."""

import re
import secrets
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.chosen import Options, chosen
from houseway.cli.options import ClusterOption, Decks, DocumentOption, Json, Pays, PaytableOption, Sets
from houseway.errors import IllegalSetting, UnknownName

if TYPE_CHECKING:
    from houseway.simulate import Shoe, Told
    from houseway.simulate.work import Workers

STRATEGY_HELP = "best, basic, house-way, random, or a file."


def simulate(
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="A game's id; see `houseway games`.", show_default=False)
    ] = "",
    wagers: Annotated[str, typer.Option("--wagers", metavar="ID,ID", help="These wagers alone.")] = "",
    strategy: Annotated[str, typer.Option("--strategy", metavar="NAME|FILE", help=STRATEGY_HELP)] = "best",
    rounds: Annotated[str, typer.Option("--rounds", metavar="N", help="So many rounds, as in 1000000 or 1e9.")] = "",
    until_error: Annotated[
        str, typer.Option("--until-error", metavar="PERCENT", help="Until every edge is as exact as this, as in 0.01%.")
    ] = "",
    seats: Annotated[
        int | None, typer.Option("--seats", metavar="K", help="Seats that share the dealer's hand and the shoe.")
    ] = None,
    penetration: Annotated[
        str,
        typer.Option("--penetration", metavar="PERCENT", help="Whole shoes: how much is dealt before the cut card."),
    ] = "",
    burn: Annotated[int, typer.Option("--burn", metavar="N", help="Cards burnt at the start of a shoe.")] = 0,
    seed: Annotated[str, typer.Option("--seed", metavar="S", help="The same rounds again, anywhere.")] = "",
    paytable: PaytableOption = "",
    pays: Pays = None,
    document: DocumentOption = "",
    decks: Decks = None,
    sets: Sets = None,
    every: Annotated[bool, typer.Option("--all", help="Every wager of every game against its exact figure.")] = False,
    gpu: Annotated[
        bool, typer.Option("--gpu", help="On this machine's GPU; needs houseway\\[cuda]. Of --all what it can.")
    ] = False,
    cluster: ClusterOption = "",
    counted: Annotated[
        str, typer.Option("--count", metavar="TAGS", help="A counter's tags by rank: A=-1,2=1,…; also hi-lo.")
    ] = "",
    spread: Annotated[
        str, typer.Option("--spread", metavar="BETS", help="A counter's bets by true count, as in 1:1,2:4,4:8.")
    ] = "",
    threads: Annotated[
        int | None, typer.Option("--threads", metavar="N", help="Threads; all cores where none is said.")
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option("--resume", metavar="FILE", help="Go on where this file says, and keep it up to date."),
    ] = None,
    json: Json = False,
) -> None:
    """Deal rounds by chance: the edge of each wager with its error, and how far it is from the exact figure."""
    from houseway.cli.show import out, print_json
    from houseway.games import game as find

    if every:
        if game or wagers:
            raise UnknownName("--all asks for every wager of every game: name neither a game nor a wager with it")
        if any(
            (
                strategy != "best",
                until_error,
                seats is not None,
                penetration,
                burn,
                paytable,
                pays,
                document,
                decks,
                sets,
            )
        ):
            raise UnknownName("--all asks as the documents begin, by the best play: --rounds and --seed go with it")
        if counted or spread or resume:
            raise UnknownName("--all counts no cards and is not resumed: --rounds and --seed go with it")
        return _every(_whole(rounds, "rounds"), _seed(seed), _every_worker(threads, gpu, cluster), json)
    if not game:
        raise UnknownName("say which game, or --all; see `houseway games`")
    from houseway.simulate import simulate as run

    found, settings = chosen(find(game), Options(sets, decks, document, paytable, pays))
    if spread and not counted:
        raise IllegalSetting("--spread is a counter's: say what the cards count with --count")
    from houseway.simulate.counting import bets_of, counted_by

    bets = bets_of(spread)
    workers, where = _workers(threads, gpu, cluster)
    with _running(found.name) as tell:
        result = run(
            found,
            settings,
            wagers=[each.strip() for each in wagers.split(",") if each.strip()],
            strategy=strategy_of(strategy),
            rounds=_whole(rounds, "rounds"),
            until_error=_share(until_error, "until-error", "0.01%", 1),
            seats=_some(seats, "seats"),
            shoe=_shoe(penetration, burn, counted),
            seed=_seed(seed),
            workers=workers,
            resume=resume,
            tell=tell,
            where=where,
        )
    by_count = [counted_by(result, bets, wager) for wager in result.wagers] if counted else []
    if json:
        found_counts = {each.wager: each.json() for each in by_count}
        print_json(result.json() | ({"count": by_count[0].json(), "counts": found_counts} if by_count else {}))
    else:
        out.print(str(result), markup=False, soft_wrap=True)
        for each in by_count:
            out.print(str(each), markup=False, soft_wrap=True)
        out.print(f"{result.rate:,.0f} rounds a second.")
    return None


def strategy_of(given: str) -> "str | Path":
    """A strategy by its name, or the file that it is."""
    from houseway.simulate.model import STRATEGIES

    if given in STRATEGIES:
        return given
    if not Path(given).is_file():
        raise UnknownName(f"{given!r} is no strategy: {', '.join(STRATEGIES)}, or a file")
    return Path(given)


def _whole(text: str, what: str) -> int:
    """A whole number, as in 1000000, 1_000_000 or 1e6; 0 where nothing is said."""
    from fractions import Fraction

    if not text:
        return 0
    plain = re.fullmatch(r"\d{1,19}(\.\d{1,18})?([eE]\+?\d{1,2})?", re.sub("[,_]", "", text))
    number = Fraction(plain[0]) if plain else Fraction(-1)
    if number < 1 or number.denominator != 1 or number > 10**18:
        raise IllegalSetting(f"--{what} is a whole number above zero, as in 1000000 or 1e9, not {text!r}")
    return int(number)


def _share(text: str, what: str, like: str, most: float) -> float:
    """A percentage as a share; 0 where nothing is said."""
    if not text:
        return 0.0
    try:
        share = float(text.strip().removesuffix("%")) / 100
    except ValueError:
        share = -1.0
    if not 0 < share <= most:
        raise IllegalSetting(f"--{what} is a percentage above 0 and up to {100 * most:g}, as in {like}, not {text!r}")
    return share


def _seed(text: str) -> int | None:
    if not text:
        return None
    if not text.isdecimal() or len(text) > 20:
        raise IllegalSetting(f"--seed is a whole number, as in 42, not {text!r}")
    return int(text)


def _some(number: int | None, what: str) -> int:
    """A number that is not none; 0 where nothing is said."""
    if number == 0:
        raise IllegalSetting(f"--{what} is a whole number above zero, as in 2, not '0'")
    return number or 0


def _workers(threads: int | None, gpu: bool, cluster: str) -> "tuple[Workers, str]":
    """Who counts the slices, and where that is."""
    if gpu and cluster:
        raise IllegalSetting("--gpu and --cluster are two places: say one of them")
    if gpu:
        from houseway.simulate.gpu import gpu as on_gpu

        return on_gpu, "gpu"
    if cluster:
        from houseway.lab.cluster import client_at
        from houseway.simulate.cluster import on_cluster

        client_at(cluster).close()  # a wrong address is told before anything is compiled
        return on_cluster(cluster), "cluster"
    from houseway.simulate import threads as on_threads

    return on_threads(_some(threads, "threads")), "threads"


def _shoe(penetration: str, burn: int, counted: str) -> "Shoe":
    from fractions import Fraction

    from houseway.simulate import Shoe

    share = Fraction(_share(penetration, "penetration", "75%", 1)).limit_denominator(10**6)
    if burn and not penetration:
        raise IllegalSetting("--burn is of whole shoes: say --penetration too")
    if counted and not penetration:
        raise IllegalSetting("who counts cards counts a shoe: say --penetration too")
    from houseway.simulate.counting import tags_of

    return Shoe(share, burn, tags_of(counted) if counted else ())


@contextmanager
def _running(says: str) -> "Iterator[Callable[[Told], None] | None]":
    """Progress on stderr where somebody looks on: rounds, rounds a second, the greatest standard error."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(f"{says}: the first rounds; a game's first run compiles them", total=1.0)

        def tell(told: "Told") -> None:
            worst = max(told.errors)
            error = f", ± {100 * worst:.4f} %" if isfinite(worst) else ""
            words = f"{says}: {told.rounds:,} rounds, {told.rate:,.0f} a second{error}"
            bar.update(task, completed=told.share, description=words)

        yield tell


def _every_worker(threads: int | None, gpu: bool, cluster: str) -> "Workers":
    """Who counts the slices of all games: one that a GPU does not simulate is dealt on the cores."""
    workers, where = _workers(threads, gpu, cluster)
    if where != "gpu":
        return workers
    from houseway.simulate.gpu import where_it_can

    return where_it_can(_workers(threads, False, "")[0])


def _every(rounds: int, seed: int | None, workers: "Workers", json: bool) -> None:
    """Every wager of every game against its exact figure; the exit code is 1 where one is not confirmed."""
    from houseway.cli.show import out, print_json
    from houseway.games import games
    from houseway.simulate.skeptic import Answer, confirm

    chosen_seed = secrets.randbits(63) if seed is None else seed
    with _running("every figure") as tell:
        answer = Answer(tuple(confirm(games(), rounds, chosen_seed, workers, tell)), chosen_seed)
    if json:
        print_json([line.json() for line in answer.lines])
    else:
        out.print(str(answer), markup=False, soft_wrap=True)
    if answer.doubted:
        raise typer.Exit(1)
