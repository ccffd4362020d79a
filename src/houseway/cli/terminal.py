"""The terminal table: one person and bots, round after round, with the ruling and the best play on request."""

from collections.abc import Container
from dataclasses import replace
from typing import NamedTuple

from rich.markup import escape

from houseway.cli.chance import Chance
from houseway.cli.show import cards_text, out, table
from houseway.cli.typed import Leave, ToSeat, answer_from, prompt, wording
from houseway.document import WagerSpec
from houseway.document.settings import Settings
from houseway.errors import HousewayError
from houseway.extras import extras_named
from houseway.game import Game, least_wagers, unit_of, wager_fault
from houseway.lab.result import Advice
from houseway.money import dollars, parse_cents, signed
from houseway.round import DEALER, Answer, Deal, Draw, Driver, Entry, Irregularity, Question, Standing, Wager
from houseway.round.meters import started
from houseway.round.ruling import Ruling, Setup

BANKROLL = 1_000_00
"""Play chips to begin with, in cents."""


class Decision(NamedTuple):
    """What the person answered, and where."""

    question: Question
    standing: Standing
    answer: Answer


class Terminal:
    """A person at seat 1, bots beside, one shoe until it runs low; `given` are the settings that were chosen."""

    def __init__(
        self, game: Game, settings: Settings, seats: int, seed: int | None, given: Container[str] = ()
    ) -> None:
        self.game = game
        self.settings = settings
        self.bankroll = BANKROLL
        most = settings.integer("seats") if "seats" in settings else seats
        self.seats = tuple(range(1, min(seats, most) + 1))
        self.chance = Chance(game, settings, seed)
        self.meters = started(game, settings, given)
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
        self.chance.shuffle_if_low(len(setup.seats))
        round_ = Driver(self.game.round, setup)
        while (standing := round_.standing).ruling is None:
            question = standing.asked[0]
            round_.enter(Entry(question.seat, self._answer(question, standing, setup)))
        self._show_cards(standing, all_of_them=True)
        self._show_ruling(standing.ruling)
        self.meters.paid(standing.ruling)
        self.meters.take_back(standing.ruling, self.settings)
        self.bankroll += sum(payout.net for payout in standing.ruling if payout.seat == 1)
        if self._leaving:
            raise Leave
        return standing.ruling

    # -------------------------------------------------------------------------------------------- wagers

    def _bet(self) -> Setup:
        """Ask for the person's wagers until they can be made, and feed the meters; bots bet the minimum."""
        self._show_meters()
        while True:
            wagers = {wager.id: cents for wager in self._offered() if (cents := self._ask_wager(wager))}
            everyone = dict.fromkeys(self.seats, least_wagers(self.game, self.settings)) | {1: wagers}
            try:
                setup = self.game.setup(self.settings, everyone)
            except HousewayError as fault:
                out.print(f"[yellow]{escape(str(fault))}[/]")
                continue
            self._wagers = wagers
            self.meters.feed(everyone.values(), self.settings)
            return replace(setup, settings=self.meters.settings(self.settings))

    def _offered(self) -> list[WagerSpec]:
        wagers = self.game.document.wagers
        return [w for w in wagers if w.before_deal and w.on_offer(self.settings)]

    def _ask_wager(self, wager: WagerSpec) -> int:
        """Cents on a wager; Enter takes what was bet before."""
        least = self.settings.integer(wager.least) if wager.least else 1
        usual = self._wagers.get(wager.id, max(least, min(25_00, self.bankroll)) if wager.required else 0)
        while True:
            text = prompt(f"{wager.name} [{dollars(usual)}]", self._about(wager))
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
            return self.chance.card(standing)
        if isinstance(question, Draw):
            return self.chance.draw(question)
        if question.seat != 1:
            return self.game.bot(question, standing, setup)
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

    def _ask(self, question: ToSeat, standing: Standing, setup: Setup) -> Answer:
        while True:
            text = prompt(wording(question), lambda: self._hint(question, standing, setup))
            try:
                answer = answer_from(question, text)
                question.check(answer)
            except HousewayError as fault:
                out.print(f"[yellow]{escape(str(fault))}[/]")
                continue
            return answer

    def _hint(self, question: Question, standing: Standing, setup: Setup) -> str:
        advice = self._advice(question, standing, setup)
        if advice is None:
            return "There is no advice for this."
        lines = [f"{option.says}: worth {float(option.value):+.4f}" for option in advice.options[:5]]
        return "In units of " + dollars(self._unit) + ", the best first:\n" + "\n".join(lines)

    def _advice(self, question: Question, standing: Standing, setup: Setup) -> Advice | None:
        try:
            with extras_named():
                return self.game.advise(question, standing, setup)
        except HousewayError as missing:
            out.print(f"[yellow]{escape(str(missing))}[/]")
            return None

    # -------------------------------------------------------------------------------------------- what is seen

    def _show_meters(self) -> None:
        """What the table displays: progressive meters as they stand, and prizes that the house pays."""
        for wager, cents in (self.meters.displayed | dict(self.game.prizes(self.settings))).items():
            out.print(f"[dim]{self.game.document.wager(wager).name}: {dollars(cents)}[/]")

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
            if place == DEALER and all_of_them and not hidden:
                for pile, held in (self.game.dealer_piles(cards, self._setup) or {}).items():
                    out.print(f"    {pile:<7}", cards_text(held), sep="")

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
        while self._decisions and prompt("Enter deals on, [bold]w[/] what should I have done").lower() == "w":
            self._review()

    @property
    def _unit(self) -> int:
        return unit_of(self.game, self._setup, 1)

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
