"""``plyground openings``: a file of openings whose values are proven."""

from __future__ import annotations

from typing import Annotated

import typer

from plyground.cli.options.shared_options import GameText, Output, Sample
from plyground.cli.output_files import PRINTED, write_output
from plyground.cli.own_games import game_named
from plyground.cli.progress_line import progress
from plyground.cli.terminal import tell
from plyground.errors import SpecError
from plyground.i18n import Number, _
from plyground.searches import new_tally
from plyground.tournaments.openings import ALL_VALUES, VALUES, proven_lines, value_name


def openings(
    game: GameText,
    plies: Annotated[int, typer.Option(metavar="N", min=1, max=40, help=str(_("Plies of each opening.")))] = 4,
    value: Annotated[
        str,
        typer.Option(metavar="VALUE", help=str(_("Which openings: drawn, won or lost for the first side, or all."))),
    ] = "drawn",
    sample: Sample = None,
    output: Output = None,
) -> None:
    """Write the openings of a game that are proven draws, or won or lost."""
    values = (*VALUES, ALL_VALUES)
    if value not in values:
        raise SpecError(
            _("“{text}” is no value of openings: choose one of {values}.", text=value, values=", ".join(values))
        )
    known = game_named(game)
    with progress(new_tally()) as line:
        found = list(
            proven_lines(
                known, plies, sample, lambda done, count: line(_("{done} of {count} positions solved …", done=Number(done), count=Number(count)))
            )
        )  # fmt: skip
    kept = [text for score, text in found if value in (ALL_VALUES, value_name(score))]
    tell(_("Proven openings: {drawn} drawn, {won} won and {lost} lost for the first side.", **_counts([score for score, _text in found])))  # fmt: skip
    write_output(PRINTED if output is None else str(output), lambda: "".join(f"{text}\n" for text in kept))


def _counts(scores: list[int]) -> dict[str, Number]:
    names = [value_name(score) for score in scores]
    return {name: Number(names.count(name)) for name in VALUES}
