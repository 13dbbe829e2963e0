"""The public names: each is told in docs/library.md, and works without a path of a submodule."""

from __future__ import annotations

import inspect
import pydoc
import re
from typing import Any

import pytest
from paths import DOCS, OWN_GAMES
from samples import some

import plyground
from plyground import FileError, Game, SearchError, exact, game, perft, solve


def test_every_public_name_is_in_the_documentation_and_the_other_way_round() -> None:
    table = re.search(r"\| to \| names \|\n(.*?)\n\n", (DOCS / "library.md").read_text(), re.DOTALL)
    assert table
    told = [name for row in table[1].splitlines()[1:] for name in re.findall(r"`(\w+)`", row.split("|")[2])]
    assert sorted(told) == sorted(plyground.__all__)


def test_every_public_name_is_documented() -> None:
    for name in some(plyground.__all__):
        thing: Any = getattr(plyground, name)
        assert isinstance(thing, int) or thing is int or thing.__doc__, name


def test_help_shows_each_name_with_a_readable_signature() -> None:
    for name in plyground.__all__:
        thing: Any = getattr(plyground, name)
        if not callable(thing) or thing is int:
            continue
        assert thing.__name__ == name
        shown = str(inspect.signature(thing))
        assert not re.search(r"ForwardRef|Annotated|\*args|: '", shown), (name, shown)
    shown = re.sub(r"\s+", "", pydoc.plain(pydoc.render_doc(perft)))  # newer Pythons begin a new line for each argument
    assert "perft(subject:Game|Tree|AnyPosition|str,depth:" in shown


def test_a_game_is_asked_for_by_its_name_or_its_file() -> None:
    path = OWN_GAMES / "countdown.py"
    assert game(path).start == game(str(path)).start
    assert isinstance(game("tictactoe"), Game)
    with pytest.raises(FileError, match="there is no such file"):
        game("nowhere.py")


def test_perft_takes_a_game_or_a_position() -> None:
    tictactoe = game("tictactoe")
    assert perft(tictactoe, 3) == perft(tictactoe.start, 3) == 504
    assert perft(tictactoe.start, 0) == 1


@pytest.mark.proof
def test_a_game_is_solved_by_the_way_that_fits_it() -> None:
    dame, small = game("dame:size=3"), game("othello:size=4")
    solved = solve(dame)
    assert solved.value == solved[dame.start].utility == 0
    found = solve(small, native=False)
    assert (found.value, found[small.start].distance) == (exact(small).value, 10)
    with pytest.raises(SearchError, match="too many to visit"):
        solve(game("kalah"))
