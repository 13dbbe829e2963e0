"""``plyground perft``: the number of sequences of moves from a position."""

from __future__ import annotations

from typing import Annotated

import typer

from plyground.cli.json_records import PerftRecord
from plyground.cli.options.shared_options import AsJson, GameText, PositionText
from plyground.cli.own_games import game_named
from plyground.cli.progress_line import progress
from plyground.cli.terminal import say, say_json, say_table
from plyground.errors import RulesError
from plyground.i18n import Number, _, _n
from plyground.presentation.json_moves import plain_move, position_record
from plyground.searches import new_tally
from plyground.searches.scores import MAX_DEPTH
from plyground.solvers.perft import divide

PLAIN = 50_000
"""Number of sequences, about, that plain Python counts while a compiled twin would be loaded."""


def perft(
    game_text: GameText,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", min=1, max=MAX_DEPTH, help=str(_("Moves in a sequence.")))],
    position_text: PositionText = None,
    divided: Annotated[bool, typer.Option("--divide", help=str(_("Show the count of each first move.")))] = False,
    as_json: AsJson = False,
) -> None:
    """Count the sequences of moves: the classic test of a game's rules."""
    game = game_named(game_text)
    position = game.start if position_text is None else game.notation.parse(position_text)
    tally = new_tally()
    branching = sum(1 for _move in position.moves())
    with progress(tally):
        try:
            counts = divide(game, position, depth, tally.counts, native=branching**depth > PLAIN)
        except RulesError:  # a board too large to compile, for example
            counts = divide(game, position, depth, tally.counts)
    nodes = sum(counts.values())
    if as_json:
        record: PerftRecord = {
            **position_record(game, position),
            "depth": depth,
            "nodes": nodes,
            "moves": [{"move": plain_move(game, position, move), "nodes": count} for move, count in counts.items()],
        }
        say_json(record)
        return
    if divided:
        words = [game.notation.format_move(position, move) for move in counts]
        say_table(
            [_("move"), _("sequences")],
            [(word, Number(count)) for word, count in zip(words, counts.values(), strict=True)],
        )
        say()
    say(_n("{count} sequence of {depth} moves.", "{count} sequences of {depth} moves.", nodes, depth=depth))
