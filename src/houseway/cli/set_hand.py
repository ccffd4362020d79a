"""`houseway set`: how to set a hand, the house's way and the best way."""

from typing import Annotated

import typer

from houseway.cli.chosen import Options, chosen
from houseway.cli.options import Decks, DocumentOption, GameArgument, Json, Pays, PaytableOption, Sets
from houseway.cli.plain import plainly


def set_hand(
    game: GameArgument,
    cards: Annotated[str, typer.Argument(metavar="CARDS", help='The hand, as in "As Kd Qh 2c".', show_default=False)],
    dealer: Annotated[str, typer.Option("--dealer", metavar="CARDS", help="The dealer's hand, where it is open.")] = "",
    paytable: PaytableOption = "",
    pays: Pays = None,
    document: DocumentOption = "",
    decks: Decks = None,
    sets: Sets = None,
    top: Annotated[int, typer.Option("--top", metavar="N", help="How many ways to show.", min=1)] = 5,
    json: Json = False,
) -> None:
    """Set a hand: the house's way with the rule that fired, and the best ways with their values."""
    from rich.markup import escape

    from houseway.cards import cards_of, in_order, parse_cards
    from houseway.cli.show import cards_text, out, print_json, table
    from houseway.games import game as find

    found, settings = chosen(find(game), Options(sets, decks, document, paytable, pays))
    plainly(found)
    result = found.arrange(parse_cards(cards), settings, parse_cards(dealer), top)
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
