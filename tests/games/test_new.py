"""``plyground new``: what it writes is a game that works, and it destroys nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from program import run

from plyground.cli.commands.new import new
from plyground.conformance import check
from plyground.core.bits import put
from plyground.core.game import Game
from plyground.errors import PlygroundError, SpecError
from plyground.games.loading import load
from plyground.searches import search
from plyground.searches.tally import new_tally
from plyground.solvers.perft import divide
from plyground.templates import FOLDER, TEMPLATES, path_of, written


def made(folder: Path, template: str) -> Game:
    """The game of a template."""
    path = folder / f"{template}_of_mine.py"
    path.write_text(written(template, path.stem, path.name), encoding="utf-8")
    return load(str(path))


def perft(game: Game, depth: int, native: bool = False) -> int:
    return sum(divide(game, game.start, depth, new_tally().counts, native=native).values())


def test_every_file_is_a_template() -> None:
    assert {path.stem for path in FOLDER.glob("*.py")} == {*TEMPLATES, "__init__"}


@pytest.mark.parametrize("template", TEMPLATES)
def test_every_template_is_a_game_that_passes(tmp_path: Path, template: str) -> None:
    game = made(tmp_path, template)
    assert check(game, games=10) == []
    assert str(game.title) == f"{template.capitalize()} of mine"
    assert type(game.start).__name__ == f"{template.capitalize()}OfMine"
    assert len(path_of(template).read_text().splitlines()) < 65


@pytest.mark.parametrize(
    ("template", "algorithm", "value"),
    [
        ("mark", "transposition", 0),
        ("move", "transposition", -1),  # Hexapawn: Gardner (1962), the second player wins
        ("take", "transposition", 1),  # 21 is no multiple of four
        ("three", "max-n", 1),
    ],
)
def test_values_of_template_games_are_known(tmp_path: Path, template: str, algorithm: str, value: int) -> None:
    assert search(made(tmp_path, template).start, algorithm).value == value


def test_the_dice_are_fair(tmp_path: Path) -> None:
    """Against a recursion of its own over the stones: the chance of winning, for who is about to roll."""
    chances = [0.0]  # nothing left: lost
    for stones in range(1, 9):
        best = [max(1 - chances[stones - taken] for taken in range(1, min(die, stones) + 1)) for die in (1, 2, 3)]
        chances.append(sum(best) / 3)
    value = search(made(tmp_path, "dice").start, "expectiminimax").value
    assert float(value) == pytest.approx(2 * chances[8] - 1)


@pytest.mark.parametrize(("template", "depth"), [("mark", 5), ("move", 6)])
def test_templates_count_the_same_compiled(tmp_path: Path, template: str, depth: int) -> None:
    game = made(tmp_path, template)
    assert perft(game, depth, native=True) == perft(game, depth) > 0


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=9), st.data())
def test_put_changes_one_cell(cells: list[int], data: Any) -> None:
    place, value = data.draw(st.integers(0, len(cells) - 1)), data.draw(st.integers(-9, 9))
    expected = list(cells)
    expected[place] = value
    assert put(tuple(cells), place, value) == tuple(expected)


@pytest.mark.parametrize("name", ["", "two words", "1st", "class", "später", "a-b", "../x", "nim", "named_tuple", "__"])
def test_names_that_cannot_be_are_refused(name: str) -> None:
    with pytest.raises(SpecError):
        written("mark", name, "x.py")


def test_the_command_writes_and_overwrites_nothing(tmp_path: Path) -> None:
    path = tmp_path / "my_game.py"
    done = run("new", "my_game", "--template", "take", "--output", str(path))
    assert (done.returncode, done.stderr) == (0, "")
    assert f"plyground web {path}" in done.stdout.replace("\n", "")
    before = path.read_text()
    again = run("new", "my_game", "-o", str(path))
    assert (again.returncode, again.stdout, path.read_text()) == (2, "", before)
    assert "this file already exists" in again.stderr
    for template, output, said in (
        ("chess", "x.py", "There is no template “chess”; the templates are: mark, move"),
        ("mark", str(tmp_path / "none" / "x.py"), "it cannot be written"),
        ("mark", str(tmp_path / "my_game.txt"), "ends in .py"),
    ):
        with pytest.raises(PlygroundError, match=said):
            new("my_game", template, Path(output))
    assert [each.name for each in tmp_path.iterdir()] == ["my_game.py"]
