"""Parameters that read simple values themselves give the values and the errors of Typer."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import pytest
import typer
from typer.core import TyperCommand
from typer.main import get_command

from plyground.cli.options.quick_parameters import QuickCommand

SURROGATE = b"\xff".decode("utf-8", "surrogateescape")


def outcome(arguments: list[str], kind: type[TyperCommand]) -> Any:
    """Return the values that a command gets, or the text of the error."""
    app = typer.Typer(rich_markup_mode=None)
    found: dict[str, Any] = {}

    @app.command(cls=kind)
    def command(
        name: str,
        number: Annotated[int, typer.Option(min=1, max=64)] = 3,
        many: Annotated[list[int] | None, typer.Option()] = None,
        free: Annotated[int | None, typer.Option()] = None,
        seconds: Annotated[float | None, typer.Option()] = None,
        limit: Annotated[float, typer.Option(min=0.1, max=2)] = 0.5,
        doubled: Annotated[str | None, typer.Option(callback=lambda value: value and 2 * value)] = None,
        path: Annotated[Path | None, typer.Option()] = None,
        flag: Annotated[bool, typer.Option("--flag/--plain")] = False,
        upper: Annotated[str, typer.Option(parser=str.upper)] = "a",
    ) -> None:
        found.update(locals())

    try:
        get_command(app)(arguments, standalone_mode=False)
    except typer.TyperException as error:
        return error.format_message()
    return {name: (type(value), value) for name, value in found.items() if name != "found"}


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["x"],
        [""],
        ["ção 3"],
        [SURROGATE],
        ["a\nb"],
        ["x", "y"],
        *(["x", f"--free={text}"] for text in ("7", "007", "-7", "+7", " 7", "1_0", "٣", "7.0", "", "x", "9" * 12, "9" * 40)),
        *(["x", f"--number={text}"] for text in ("1", "64", "0", "65", "2.5")),
        ["x", "--many", "1", "--many", "2"],
        ["x", "--many", "y"],
        ["x", "--seconds", "0.5"],
        ["x", "--seconds", "1e3x"],
        ["x", "--limit", "2"],
        ["x", "--limit", "2.1"],
        ["x", "--doubled", "ab"],
        ["x", "--path", "a/b"],
        ["x", "--flag"],
        ["x", "--plain"],
        ["x", "--upper", "b"],
        ["x", "--unknown"],
    ],
)  # fmt: skip
def test_values_and_errors_are_those_of_typer(arguments: list[str]) -> None:
    assert outcome(arguments, QuickCommand) == outcome(arguments, TyperCommand)
