"""`houseway games`: the games of the rulebook."""

from houseway.cli.options import Json


def games(json: Json = False) -> None:
    """List the games, their wagers and where their rules come from."""
    from rich.markup import escape

    from houseway.cli.show import out, print_json, table
    from houseway.games import broken
    from houseway.games import games as every

    if json:
        print_json(
            [
                {
                    "id": game.id,
                    "name": game.name,
                    "summary": game.document.summary,
                    "wagers": [wager.id for wager in game.document.wagers],
                    "source": game.document.source.title,
                    "date": game.document.source.date,
                    "hash": game.document.hash,
                }
                for game in every()
            ]
        )
        return
    listing = table("Game", "Wagers", "What it is")
    for game in every():
        listing.add_row(game.id, ", ".join(wager.id for wager in game.document.wagers), game.document.summary)
    out.print(listing)
    for sentence in broken().values():
        out.print(f"[red]✗[/] {escape(sentence)}")
