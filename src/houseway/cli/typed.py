"""What a person types at the terminal, and what it means."""

from collections.abc import Callable, Mapping

from rich.markup import escape

from houseway.cards import in_order, mask, symbol
from houseway.cli.show import out
from houseway.errors import IllegalAnswer
from houseway.money import dollars, parse_cents
from houseway.round import Answer, Arrange, Choose, Wager

ToSeat = Choose | Arrange | Wager


class Leave(Exception):
    """The person gets up."""


def prompt(words: str, help_: str | Callable[[], str] = "") -> str:
    """A line that the person types; `?` is answered with help, and `q` leaves."""
    while True:
        text = out.input(f"{words} › ").strip()
        if text.lower() in ("q", "quit", "exit"):
            raise Leave
        if text != "?":
            return text
        said = help_() if callable(help_) else help_
        out.print(f"[cyan]{escape(said) or 'Enter goes on, q leaves.'}[/]")


def wording(question: ToSeat) -> str:
    """What is asked, in a line or two."""
    if isinstance(question, Choose):
        return ", ".join(f"[bold]{key}[/] {escape(option)}" for key, option in keys(question.options).items())
    if isinstance(question, Wager):
        return f"{question.wager}, {dollars(question.least)} to {dollars(question.most)}, or 0"
    listed = "  ".join(f"[dim]{i}[/] {symbol(card)}" for i, card in enumerate(in_order(question.cards), 1))
    piles = list(zip(question.sizes, question.piles, strict=True))[:-1]
    wanted = ", then ".join(f"{count} for the {pile}" for count, pile in piles)
    return f"{listed}\nPositions: {wanted}; Enter for the default"


def answer_from(question: ToSeat, text: str) -> Answer:
    """The answer that a line stands for; whether it is allowed the question says."""
    if isinstance(question, Wager):
        return parse_cents(text or "0")
    if isinstance(question, Choose):
        chosen = keys(question.options).get(text.lower())
        matching = [option for option in question.options if option.startswith(text.lower())] if text else []
        return chosen or (matching[0] if len(matching) == 1 else text)
    return piles_from(question, text) if text else question.default


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
