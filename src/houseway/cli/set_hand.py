"""`houseway set`: how to set a hand, the house's way and the best way."""

from typing import Annotated

import typer

from houseway.cli.options import GameArgument, Json, Sets, settings_for
from houseway.errors import UnknownName


def set_hand(
    game: GameArgument,
    cards: Annotated[str, typer.Argument(metavar="CARDS", help='The hand, as in "As Kd Qh 2c".', show_default=False)],
    dealer: Annotated[str, typer.Option("--dealer", metavar="CARDS", help="The dealer's hand, where it is open.")] = "",
    sets: Sets = None,
    scoring: Annotated[str, typer.Option("--scoring", metavar="NAME", help="Short for --set scoring=NAME.")] = "",
    players: Annotated[int | None, typer.Option("--players", metavar="N", help="Short for --set players=N.")] = None,
    top: Annotated[int, typer.Option("--top", metavar="N", help="How many ways to show.", min=1)] = 5,
    json: Json = False,
) -> None:
    """Set a hand: the house's way with the rule that fired, and the best ways with their values."""
    from rich.markup import escape

    from houseway.cards import cards_of, in_order, parse_cards
    from houseway.cli.show import cards_text, out, print_json, table
    from houseway.games import game as find

    found = find(game)
    sets = [*(sets or []), *([f"scoring={scoring}"] if scoring else []), *([f"players={players}"] if players else [])]
    settings = settings_for(found, sets, None)
    arrange = getattr(found.odds, "arrange", None)
    if arrange is None:
        raise UnknownName(f"hands are not set in {found.name}: there is nothing to arrange")
    result = arrange(parse_cards(cards), settings, parse_cards(dealer), top)
    if json:
        print_json(result.json())
        return
    if result.house is not None:
        out.print(f"[bold]The house way[/] {escape(result.rule)} (clause {result.clause})")
        for pile, hand in zip(result.piles, result.house.piles, strict=True):
            out.print(f"  {pile:>8}  ", cards_text(in_order(cards_of(hand))), sep="")
        out.print(f"  {escape(result.house.says)}\n  {escape(result.why)}\n")
    listing = table(*(pile.capitalize() for pile in result.piles), ">Worth", "What it makes")
    for way in result.ways:
        piles = [cards_text(in_order(cards_of(hand))) for hand in way.piles]
        listing.add_row(*piles, "" if way.value is None else f"{float(way.value):+.6f}", escape(way.says))
    out.print(listing)
    for note in result.notes:
        out.print(escape(note))
