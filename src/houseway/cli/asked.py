"""A question of the academy in the terminal: what it shows, an answer typed line by line, and the verdict."""

import re
from collections.abc import Callable
from typing import Any

from rich.markup import escape

from houseway.academy.fields import CHIPS, Chips, Choice, Field, Money, Piles, Settling, chip_name, fewest
from houseway.academy.question import Question, Verdict
from houseway.academy.scene import Hand, Pile, Scene
from houseway.cards import cards_of, in_order, name, symbol
from houseway.cli.show import cards_text, out, table
from houseway.cli.typed import piles_from, prompt
from houseway.errors import HousewayError, IllegalAnswer
from houseway.money import dollars, parse_cents
from houseway.round import Arrange

CHIP = re.compile(r"(\d{1,6})\s*x\s*\$?(\d{1,5})(c|¢)?", re.IGNORECASE)
TAKE, PUSH = ("t", "take", "lose"), ("p", "push")


def show(question: Question) -> None:
    """What a question shows and says."""
    _show_scene(question.scene)
    out.print(f"[bold]{escape(question.says)}[/]")


def _show_scene(scene: Scene) -> None:
    for hand in scene.hands:
        _show_hand(hand)
    for posted in scene.posted:
        rows = "; ".join(f"{label}: {pays}" for label, pays in posted.rows)
        out.print(f"  [dim]{escape(posted.wager)}: {escape(rows)}[/]")
    if scene.chosen:
        out.print(f"  [dim]{escape('; '.join(f'{each.id} {each.value}' for each in scene.chosen))}[/]")
    for fact in scene.facts:
        out.print(f"  {escape(fact)}")


def _show_hand(hand: Hand) -> None:
    wagers = f"[dim]{escape(', '.join(hand.wagers))}[/]" if hand.wagers else ""
    if len(hand.piles) == 1 and not hand.piles[0].name:
        out.print(f"  {hand.who:<7} ", _cards(hand.piles[0]), " ", wagers, sep="")
        return
    out.print(f"  {hand.who:<7} ", wagers, sep="")
    for pile in hand.piles:
        out.print(f"    {pile.name:<7} ", _cards(pile), sep="")


def _cards(pile: Pile) -> Any:
    return cards_text(pile.cards, hidden=pile.hidden)


def ask(question: Question) -> dict[str, Any]:
    """An answer typed field by field; what cannot be read is asked again."""
    return {field.id: _field(field) for field in question.fields}


def _field(field: Field) -> Any:
    if isinstance(field, Settling):
        return _settling(field)
    words, help_, read = _READERS[type(field)](field)
    return _until_read(words, help_, read)


def _until_read(words: str, help_: str, read: Callable[[str], Any]) -> Any:
    while True:
        try:
            return read(prompt(words, help_))
        except HousewayError as fault:
            out.print(f"[yellow]{escape(str(fault))}[/]")


Reader = tuple[str, str, Callable[[str], Any]]


def _choice(field: Choice) -> Reader:
    for number, option in enumerate(field.options, 1):
        out.print(f"  [bold]{number}[/] {escape(option.says)}")

    def read(text: str) -> str:
        if text.isdecimal() and 1 <= int(text) <= len(field.options):
            return field.options[int(text) - 1].id
        return field.read(text)

    return f"{field.asks}, 1 to {len(field.options)}", "Type the number of an option.", read


def _money(field: Money) -> Reader:
    return field.asks, "Type dollars and cents, as in 12.50; 0 for nothing.", amount


def amount(text: str) -> int:
    """Cents of what was typed, below zero where a minus stands before it."""
    return -parse_cents(text[1:]) if text.startswith("-") else parse_cents(text)


def _chips(field: Chips) -> Reader:
    known = ", ".join(chip_name(value) for value in CHIPS)
    help_ = f"Type chips, as in 2x100 1x25 3x1 2x25c, or the amount for the fewest that make it. There are {known}."
    return field.asks, help_, lambda text: field.read(chips(text))


def chips(text: str) -> dict[str, int]:
    """Chips by their value in cents: `2x100 1x25c`, or an amount in the fewest."""
    if "x" not in text.lower():
        return fewest(parse_cents(text))
    laid: dict[str, int] = {}
    for word in text.replace(",", " ").split():
        match = CHIP.fullmatch(word)
        if match is None:
            raise IllegalAnswer(f"{word!r} is no chips: write how many of which, as in 2x100 or 3x25c")
        key = str(int(match[2]) * (1 if match[3] else 100))
        laid[key] = laid.get(key, 0) + int(match[1])
    return laid


def _piles(field: Piles) -> Reader:
    cards = in_order(field.cards)
    out.print("  ".join(f"[dim]{at}[/] {symbol(card)}" for at, card in enumerate(cards, 1)))
    wanted = ", then ".join(
        f"{size} for {pile}" for size, pile in list(zip(field.sizes, field.piles, strict=True))[:-1]
    )
    question = Arrange(1, field.cards, field.piles, field.sizes, (), "")

    def read(text: str) -> list[list[str]]:
        return [[name(card) for card in in_order(cards_of(pile))] for pile in piles_from(question, text)]

    return f"Positions: {wanted}", "Type the positions of cards, as in 1 2; the last pile takes the rest.", read


_READERS: dict[type, Callable[[Any], Reader]] = {Choice: _choice, Money: _money, Chips: _chips, Piles: _piles}


def _settling(field: Settling) -> list[list[Any]]:
    """Wagers in the order in which they are typed: a number and what it gains."""
    for number, bet in enumerate(field.bets, 1):
        out.print(f"  [bold]{number}[/] {escape(bet.says)}, {dollars(bet.stake)}")
    settled: list[list[Any]] = []
    help_ = "Type a wager's number and what its seat gains: 3 12.50, 3 push, 3 take; several with commas between."
    while len(settled) < len(field.bets):
        left = [str(at) for at, bet in enumerate(field.bets, 1) if bet.id not in [id_ for id_, _ in settled]]
        text = prompt(f"Settle next, of {' '.join(left)}", help_)
        try:
            settled += settlings(field, text, [id_ for id_, _ in settled])
        except HousewayError as fault:
            out.print(f"[yellow]{escape(str(fault))}[/]")
    return settled


def settlings(field: Settling, text: str, before: list[str]) -> list[list[Any]]:
    """What one line settles."""
    found: list[list[Any]] = []
    for part in text.split(","):
        number, _, gains = part.strip().partition(" ")
        if not number.isdecimal() or not 1 <= int(number) <= len(field.bets) or not gains.strip():
            raise IllegalAnswer(
                f"{part.strip()!r} settles nothing: write a number from 1 to {len(field.bets)} and a gain"
            )
        bet = field.bets[int(number) - 1]
        if bet.id in (*before, *(id_ for id_, _ in found)):
            raise IllegalAnswer(f"{bet.says} is settled already")
        word = gains.strip().lower()
        found.append([bet.id, -bet.stake if word in TAKE else 0 if word in PUSH else amount(word)])
    return found


def tell(verdict: Verdict) -> None:
    """Whether it was right; each mistake with its clause, the right answer, and the clauses in words."""
    if verdict.right:
        out.print("[green]Right.[/]")
    else:
        for mistake in verdict.mistakes:
            clause = f" [dim](clause {escape(mistake.clause)})[/]" if mistake.clause else ""
            out.print(f"[red]Wrong:[/] {escape(mistake.says)}{clause}")
        shown = table("", "")
        for asks, says in verdict.answer:
            shown.add_row(f"[dim]{escape(asks)}[/]", escape(says))
        out.print(shown)
    for clause, says in verdict.clauses:
        out.print(f"  [dim]clause {escape(clause)}: {escape(says)}[/]")
