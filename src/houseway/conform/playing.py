"""What every round of a game keeps: it ends, nothing is lost or added, and what is wrong changes nothing."""

from collections import Counter
from collections.abc import Iterator

from houseway.conform.croupier import Croupier, Watch, rounds
from houseway.errors import HousewayError, IllegalAnswer
from houseway.game import Game
from houseway.round import (
    CHANCE,
    DEALER,
    Answer,
    Arrange,
    Choose,
    Deal,
    Driver,
    Entry,
    Irregularity,
    Question,
    Stake,
    Standing,
    Wager,
    postings,
    replay,
)
from houseway.round.codec import place_words
from houseway.round.record import record_from, settle, written

FEW = 10


def every_wager_is_ruled_upon(game: Game) -> Iterator[str]:
    """Random play ends with a ruling on every wager."""
    for croupier in rounds(game):
        ruled = Counter((payout.seat, payout.wager) for payout in croupier.play().standing.ruling or ())
        for seat in croupier.setup.seats:
            for wager in seat.wagers:
                if not ruled[seat.number, wager]:
                    yield f"{croupier}: there is no ruling on the wager {wager} of seat {seat.number}"


def wagers_end_by_their_own_paytables(game: Game) -> Iterator[str]:
    """No wager is ruled upon by another's paytable, and a bonus answers awards that its paytables have rows for."""
    owner = {table.id: table.wager for table in game.document.paytables}
    found: dict[str, None] = {}
    for croupier in rounds(game):
        standing = croupier.play().standing
        for payout in standing.ruling or ():
            if payout.paytable in owner and owner[payout.paytable] != payout.wager:
                found[f"the wager {payout.wager} is ruled upon by {payout.paytable}, a paytable of another wager"] = (
                    None
                )
        for bonus in game.bonuses:
            for seat in croupier.setup.numbers:
                cards = (*standing.cards(seat)[: bonus.cards], *standing.cards(DEALER)[: bonus.dealer])
                award = bonus.held(cards) if len(cards) == bonus.cards + bonus.dealer else ""
                if award and award not in game.awards(bonus.wager):
                    found[f"{bonus.wager} answers the award {award!r}, which no paytable of it has a row for"] = None
    yield from found


def cards_are_conserved(game: Game) -> Iterator[str]:
    """No card is dealt that the pack does not hold, and every card lies before somebody."""
    for croupier in rounds(game):
        standing = croupier.play().standing
        dealt = Counter(standing.dealt)
        if more := dealt - Counter(game.pack(croupier.setup.settings)):
            yield f"{croupier}: {more.total()} cards are dealt that the pack does not hold"
        places = {event.to for event, _ in standing.events if isinstance(event, Deal)}
        if sum(len(standing.cards(place)) for place in places) != dealt.total():
            yield f"{croupier}: not every card that was dealt lies before somebody"


def replay_equals_play(game: Game) -> Iterator[str]:
    """The entries alone give the same round again, wherever one stops."""
    for croupier in rounds(game):
        seen: list[Standing] = []
        entries = croupier.play(_noting(seen)).entries
        for count in sorted({0, 1, len(entries) // 2, len(entries) - 1, len(entries)}):
            if replay(game.round, croupier.setup, entries[:count]) != seen[count]:
                yield f"{croupier}: replayed to its answer {count}, it stands otherwise than when it was played"


def _noting(seen: list[Standing]) -> Watch:
    return lambda driver: seen.append(driver.standing)


def a_record_tells_the_round(game: Game) -> Iterator[str]:
    """A round as it is written down is ruled upon as it was played."""
    for croupier in rounds(game):
        driver = croupier.play()
        told = written(game, croupier.setup, driver.standing, tuple(driver.answered))
        try:
            ruling = settle(record_from(told, "record", game)).ruling
        except HousewayError as fault:
            yield f"{croupier}: its record cannot be settled: {fault}"
            continue
        if ruling != driver.standing.ruling:
            yield f"{croupier}: its record is ruled upon otherwise than the round was"


def money_sums_to_zero(game: Game) -> Iterator[str]:
    """Nobody is paid below nothing, every payout has its reason and clause, and what is paid comes from somebody."""
    clauses = {clause.id for clause in game.document.clauses}
    for croupier in rounds(game):
        ruling = croupier.play().standing.ruling or ()
        if total := sum(line.cents for line in postings(ruling)):
            yield f"{croupier}: {total} cents come from nowhere"
        for payout in ruling:
            who = f"{croupier}: {payout.wager} of seat {payout.seat}"
            if payout.returned < 0 or payout.commission < 0:
                yield f"{who} is paid below nothing"
            if not payout.stake and not payout.returned:
                yield f"{who} is ruled upon though nothing was staked and nothing is paid"
            if not payout.why:
                yield f"{who} is ruled upon without a reason"
            if payout.clause not in clauses:
                yield f"{who} is ruled upon by clause {payout.clause!r}, which the document does not have"


def staked(setup_stakes: Counter[int], standing: Standing) -> Counter[int]:
    """What each seat has staked in all."""
    for event, answer in standing.events:
        if isinstance(event, Wager) and isinstance(answer, int):
            setup_stakes[event.seat] += answer
        elif isinstance(event, Stake):
            setup_stakes[event.of] += event.cents
    return setup_stakes


def before_deal(croupier: Croupier) -> Counter[int]:
    """What each seat staked before the deal."""
    return Counter({seat.number: sum(seat.wagers.values()) for seat in croupier.setup.seats})


def every_cent_is_ruled_upon(game: Game) -> Iterator[str]:
    """What is staked, and nothing else, is ruled upon."""
    for croupier in rounds(game):
        standing = croupier.play().standing
        ruled: Counter[int] = Counter()
        for payout in standing.ruling or ():
            ruled[payout.seat] += payout.stake
        made = staked(before_deal(croupier), standing)
        for seat in sorted({*made, *ruled}):
            if made[seat] != ruled[seat]:
                yield f"{croupier}: {place_words(seat)} has staked {made[seat]} cents, and {ruled[seat]} are ruled upon"


WRONG: tuple[Answer, ...] = ("no such answer", -7, (), (1, 2, 3, 4, 5, 6, 7), 10**12)


def wrong_answers_change_nothing(game: Game) -> Iterator[str]:
    """What is not allowed is refused with a sentence, and the round stands as before."""
    wrong: list[str] = []

    def poke(driver: Driver) -> None:
        before = driver.standing
        entries = [Entry(question.seat, answer) for question in before.asked for answer in WRONG]
        for entry in (*entries, Entry(99, 0), Entry(CHANCE, Irregularity("no-such-thing"))):
            try:
                driver.enter(entry)
            except IllegalAnswer:
                continue
            wrong.append(f"the answer {entry.answer!r} of {place_words(entry.seat)} is taken")
        if driver.standing != before:
            wrong.append("a wrong answer changed the round")

    for croupier in rounds(game, 8):
        croupier.play(poke)
        yield from (f"{croupier}: {each}" for each in wrong)
        wrong.clear()


def defaults_are_legal(game: Game) -> Iterator[str]:
    """What is answered for a seat that has left is allowed."""
    wrong: list[str] = []

    def ask(driver: Driver) -> None:
        for question in driver.standing.asked:
            if isinstance(question, Choose | Arrange | Wager):
                try:
                    question.check(question.default)
                except IllegalAnswer as fault:
                    wrong.append(str(fault))

    for croupier in rounds(game):
        croupier.play(ask)
        yield from (f"{croupier}: a default is refused: {each}" for each in wrong)
        wrong.clear()


def bots_answer_legally(game: Game) -> Iterator[str]:
    """Rounds that bots play come to their end."""
    for croupier in rounds(game, FEW):

        def answer(question: Question, driver: Driver, croupier: Croupier = croupier) -> Answer:
            return game.bot(question, driver.standing, croupier.setup)

        try:
            croupier.play(answer=answer)
        except IllegalAnswer as fault:
            yield f"{croupier}: a bot answers what is not allowed: {fault}"
