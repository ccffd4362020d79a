"""The terminal table: one person and bots, round after round, with the ruling and the best play on request."""

import random
from collections.abc import Mapping
from typing import NamedTuple

from rich.markup import escape

from houseway.cards import in_order, mask, symbol
from houseway.cli.show import cards_text, out, table
from houseway.document import WagerSpec
from houseway.errors import HousewayError, IllegalAnswer
from houseway.extras import extras_named
from houseway.round import (
    DEALER,
    OUT_OF_CARDS,
    Answer,
    Arrange,
    Choose,
    Deal,
    Draw,
    Entry,
    Irregularity,
    Question,
    Standing,
    Table,
    Wager,
)
from houseway.game import Game, wager_fault
from houseway.lab.result import Advice
from houseway.money import dollars, parse_cents, signed
from houseway.round.ruling import Ruling, Setup
from houseway.document.settings import Settings
from houseway.shoe import Shoe, shuffled, shuffled_again

BANKROLL = 1_000_00
"""Play chips to begin with, in cents."""


class Leave(Exception):
    """The person gets up."""


class Decision(NamedTuple):
    """What the person answered, and where."""

    question: Question
    standing: Standing
    answer: Answer


class Terminal:
    """A person at seat 1, bots beside, one shoe until it runs low."""

    def __init__(self, game: Game, settings: Settings, seats: int, seed: int | None) -> None:
        self.game = game
        self.settings = settings
        self.bankroll = BANKROLL
        most = settings.integer("seats") if "seats" in settings else seats
        self.seats = tuple(range(1, min(seats, most) + 1))
        self._random = random.SystemRandom() if seed is None else random.Random(seed)
        self._seed = seed
        self._shoe = Shoe(())
        self._wagers: dict[str, int] = {}
        self._decisions: list[Decision] = []
        self._leaving = False
        self._setup = Setup(settings, ())

    def sit_down(self) -> None:
        """Play until the person leaves."""
        document = self.game.document
        bots = f"; bots at {len(self.seats) - 1} more" if len(self.seats) > 1 else ""
        out.print(f"[bold]{document.name}[/]  {escape(document.summary)}")
        out.print(f"[dim]You have seat 1 and {dollars(self.bankroll)} in play chips{bots}. q leaves, ? helps.[/]\n")
        try:
            while True:
                self.play_round()
                self._after()
        except (Leave, EOFError):
            out.print(f"\nYou leave with {dollars(self.bankroll)} ({signed(self.bankroll - BANKROLL)}). Good night.")

    def play_round(self) -> Ruling:
        """One round from wagers to ruling."""
        setup = self._setup = self._bet()
        self._decisions = []
        self._shuffle_if_low(len(setup.seats))
        round_ = Table(self.game.table.play, setup)
        while (standing := round_.standing).ruling is None:
            question = standing.asked[0]
            round_.enter(Entry(question.seat, self._answer(question, standing, setup)))
        self._show_cards(standing, all_of_them=True)
        self._show_ruling(standing.ruling)
        self.bankroll += sum(payout.net for payout in standing.ruling if payout.seat == 1)
        if self._leaving:
            raise Leave
        return standing.ruling

    # -------------------------------------------------------------------------------------------- wagers

    def _bet(self) -> Setup:
        """Ask for the person's wagers until they can be made; bots bet the minimum."""
        while True:
            wagers = {wager.id: cents for wager in self._offered() if (cents := self._ask_wager(wager))}
            everyone = {seat: self._minimum() for seat in self.seats} | {1: wagers}
            try:
                setup = self.game.setup(self.settings, everyone)
            except HousewayError as fault:
                out.print(f"[yellow]{escape(str(fault))}[/]")
                continue
            self._wagers = wagers
            return setup

    def _offered(self) -> list[WagerSpec]:
        wagers = self.game.document.wagers
        return [w for w in wagers if w.before_deal and (not w.offered or self.settings.flag(w.offered))]

    def _minimum(self) -> dict[str, int]:
        return {w.id: self.settings.integer(w.least) if w.least else 1_00 for w in self._offered() if w.required}

    def _ask_wager(self, wager: WagerSpec) -> int:
        """Cents on a wager; Enter takes what was bet before."""
        least = self.settings.integer(wager.least) if wager.least else 1
        usual = self._wagers.get(wager.id, max(least, min(25_00, self.bankroll)) if wager.required else 0)
        while True:
            text = self._prompt(f"{wager.name} [{dollars(usual)}]", help_=self._about(wager))
            try:
                cents = parse_cents(text) if text else usual
                fault = wager_fault(wager, self.settings, cents) if cents or wager.required else ""
                fault = fault or (f"you have {dollars(self.bankroll)}" if cents > self.bankroll else "")
            except HousewayError as wrong:
                fault = str(wrong)
            if not fault:
                return cents
            out.print(f"[yellow]{escape(fault)}[/]")

    def _about(self, wager: WagerSpec) -> str:
        clause = self.game.document.clause(wager.clause)
        bounds = [
            f"{word} {dollars(self.settings.integer(key))}"
            for word, key in (("at least", wager.least), ("at most", wager.most))
            if key
        ]
        return f"{clause.says} (clause {clause.id}) {' and '.join(bounds)}. 0 for none, Enter for the same again."

    # -------------------------------------------------------------------------------------------- answers

    def _answer(self, question: Question, standing: Standing, setup: Setup) -> Answer | Irregularity:
        if isinstance(question, Deal):
            return self._next_card(standing)
        if isinstance(question, Draw):
            number = self._draw(question)
            out.print(f"[dim]{question.what}: {number}[/]")
            return number
        if question.seat != 1:
            return self.game.table.bot(question, standing, setup)
        if self._leaving:
            return question.default
        self._show_cards(standing)
        try:
            answer = self._ask(question, standing, setup)
        except Leave:
            self._leaving = True
            out.print("[dim]The round is played to its end for you, as for a seat that has left.[/]")
            return question.default
        self._decisions.append(Decision(question, standing, answer))
        return answer

    def _draw(self, question: Draw) -> int:
        if question.dice:
            return sum(self._random.randint(1, 6) for _ in range(question.dice))
        return self._random.randint(question.least, question.most)

    def _ask(self, question: Choose | Arrange | Wager, standing: Standing, setup: Setup) -> Answer:
        while True:
            text = self._prompt(self._wording(question), help_=lambda: self._hint(question, standing, setup))
            try:
                answer = self._parse(question, text)
                question.check(answer)
            except HousewayError as fault:
                out.print(f"[yellow]{escape(str(fault))}[/]")
                continue
            return answer

    def _wording(self, question: Choose | Arrange | Wager) -> str:
        if isinstance(question, Choose):
            return ", ".join(f"[bold]{key}[/] {escape(option)}" for key, option in keys(question.options).items())
        if isinstance(question, Wager):
            return f"{question.wager}, {dollars(question.least)} to {dollars(question.most)}, or 0"
        shown = "  ".join(f"[dim]{i}[/] {symbol(card)}" for i, card in enumerate(in_order(question.cards), 1))
        piles = list(zip(question.sizes, question.piles, strict=True))[:-1]
        wanted = ", then ".join(f"{count} for the {pile}" for count, pile in piles)
        return f"{shown}\nPositions: {wanted}; Enter for the default"

    def _parse(self, question: Choose | Arrange | Wager, text: str) -> Answer:
        if isinstance(question, Wager):
            return parse_cents(text or "0")
        if isinstance(question, Choose):
            chosen = keys(question.options).get(text.lower())
            matching = [option for option in question.options if option.startswith(text.lower())] if text else []
            return chosen or (matching[0] if len(matching) == 1 else text)
        return piles_from(question, text) if text else question.default

    def _hint(self, question: Question, standing: Standing, setup: Setup) -> str:
        advice = self._advice(question, standing, setup)
        if advice is None:
            return "There is no advice for this."
        lines = [f"{option.says}: worth {float(option.value):+.4f}" for option in advice.options[:5]]
        return "In units of " + dollars(self._unit) + ", the best first:\n" + "\n".join(lines)

    def _advice(self, question: Question, standing: Standing, setup: Setup) -> Advice | None:
        try:
            with extras_named():
                return self.game.odds.advice(question, standing, setup)
        except HousewayError as missing:
            out.print(f"[yellow]{escape(str(missing))}[/]")
            return None

    # -------------------------------------------------------------------------------------------- what is seen

    def _show_cards(self, standing: Standing, *, all_of_them: bool = False) -> None:
        """The table as seat 1 may see it; after the round, as all may."""
        for place in (DEALER, *self.seats):
            cards = standing.cards(place)
            if not cards:
                continue
            seen = cards if place == 1 else standing.shown(place)
            who = "Dealer" if place == DEALER else "You" if place == 1 else f"Seat {place}"
            hidden = len(cards) - len(seen)
            if place in (DEALER, 1) or all_of_them:
                out.print(f"  {who:<7}", cards_text(seen, hidden=hidden), sep="")

    def _show_ruling(self, ruling: Ruling) -> None:
        listing = table("", "Wager", ">Staked", ">Result", "Clause", "Why")
        for payout in sorted(ruling, key=lambda each: each.seat != 1):
            who = "[bold]You[/]" if payout.seat == 1 else f"Seat {payout.seat}"
            colour = "green" if payout.net > 0 else "red" if payout.net < 0 else "dim"
            result = f"[{colour}]{signed(payout.net)}[/]"
            listing.add_row(who, payout.wager, dollars(payout.stake), result, payout.clause, escape(payout.why))
        out.print(listing)

    def _after(self) -> None:
        """Between rounds: go on, ask what should have been done, or leave."""
        out.print(f"[dim]You have {dollars(self.bankroll)}.[/]")
        if self.bankroll <= 0:
            out.print("Your chips are gone; here are new ones. They are free.")
            self.bankroll = BANKROLL
        while self._decisions and self._prompt("Enter deals on, [bold]w[/] what should I have done").lower() == "w":
            self._review()

    @property
    def _unit(self) -> int:
        """The cents that advice counts in: the table's unit where it has one, else the wager that must be made."""
        if "unit" in self.settings:
            return self.settings.integer("unit")
        required = next(wager.id for wager in self.game.document.wagers if wager.required)
        return self._wagers[required]

    def _review(self) -> None:
        for question, standing, answer in self._decisions:
            advice = self._advice(question, standing, self._setup)
            if advice is None:
                out.print("There is no advice for what you decided.")
                continue
            cost = advice.cost(answer)
            if cost <= 0:
                out.print(f"[green]To {escape(advice.best.says)} was the best play.[/]")
                continue
            unit = answer or question.most if isinstance(question, Wager) and isinstance(answer, int) else self._unit
            price = f"${float(cost) * unit / 100:.2f}"
            out.print(f"To {escape(advice.best.says)} was better by {float(cost):.4f} units: {price} on average.")

    # -------------------------------------------------------------------------------------------- input and shoe

    def _prompt(self, words: str, help_: object = "") -> str:
        while True:
            text = out.input(f"{words} › ").strip()
            if text.lower() in ("q", "quit", "exit"):
                raise Leave
            if text != "?":
                return text
            said = help_() if callable(help_) else help_
            out.print(f"[cyan]{escape(str(said)) or 'Enter goes on, q leaves.'}[/]")

    def _next_card(self, standing: Standing) -> int | Irregularity:
        """The shoe's next card; where it has run out, the first of the discards, or the call that voids the round."""
        if not len(self._shoe):
            cards = shuffled_again(self.game.table.pack(self.settings), standing.dealt, self.settings)
            if not cards:
                out.print("[yellow]The shoe has run out of cards: the round is void.[/]")
                return OUT_OF_CARDS
            self._fill(cards)
        return self._shoe.deal()

    def _fill(self, cards: tuple[int, ...]) -> None:
        self._shoe = Shoe(shuffled(cards, None if self._seed is None else self._random.randrange(2**63)))
        out.print(f"[dim]{len(cards)} cards are shuffled.[/]")

    def _shuffle_if_low(self, seats: int) -> None:
        """A fresh shuffle where the shoe might not last the round, and always in a game of one deck."""
        pack = self.game.table.pack(self.settings)
        penetration = float(self.settings.fraction("penetration")) if "penetration" in self.settings else 0.75
        lasts = len(self._shoe) > len(pack) * (1 - penetration) and len(self._shoe) >= 8 * (seats + 1)
        if lasts and "decks" in self.settings:
            return
        self._fill(pack)


def keys(options: tuple[str, ...]) -> Mapping[str, str]:
    """A letter for each option: its first that is still free."""
    taken: dict[str, str] = {}
    for option in options:
        key = next((letter for letter in option if letter not in taken), option)
        taken[key] = option
    return taken


def piles_from(question: Arrange, text: str) -> tuple[int, ...]:
    """Piles from positions: those of all piles but the last, which takes the rest."""
    cards = in_order(question.cards)
    try:
        places = [int(word) for word in text.replace(",", " ").split()]
    except ValueError:
        raise IllegalAnswer(f"type positions from 1 to {len(cards)}, as in 1 2") from None
    want = sum(question.sizes[:-1])
    if len(places) != want or len(set(places)) != want or not all(1 <= place <= len(cards) for place in places):
        raise IllegalAnswer(f"type {want} different positions from 1 to {len(cards)}")
    piles = []
    for size in question.sizes[:-1]:
        piles.append(mask(cards[place - 1] for place in places[:size]))
        places = places[size:]
    rest = mask(question.cards) & ~sum(piles)
    return (*piles, rest)
