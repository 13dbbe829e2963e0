"""A game of one's own: what is said about a file, what follows from a class alone, and that every process has the same."""

from __future__ import annotations

import asyncio
import re
import shutil
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from textwrap import dedent
from typing import Any, NamedTuple

import pytest
from paths import DOCS, OWN_GAMES
from program import answer, check_examples, run
from refusals import refused
from samples import some

from plyground.cli.options.tree_source import given
from plyground.conformance import check
from plyground.core.authoring.marked_rules import rules
from plyground.core.combinadics import mex
from plyground.core.game import Game
from plyground.core.notation import Notation
from plyground.core.picture import GridPicture, Picture, material
from plyground.core.position import PROTOCOLS
from plyground.errors import FileError, MoveError, PositionError, RulesError, SpecError
from plyground.games import game as registered
from plyground.games.loading import OutOfTime, limited
from plyground.games.loading import game as game_named
from plyground.searches import search
from plyground.searches.tally import new_tally
from plyground.solvers.perft import divide
from plyground.web.pages.game import jobs
from plyground.web.workers.pool import ignore_status
from plyground.web.workers.process_workers import ProcessWorkers

COUNTDOWN = (OWN_GAMES / "countdown.py").read_text()


def written(tmp_path: Path, text: str, name: str = "counting") -> str:
    path = tmp_path / f"{name}.py"
    path.write_text(text, encoding="utf-8")
    return str(path)


def perft(game: Game, depth: int, native: bool = False) -> int:
    return sum(divide(game, game.start, depth, new_tally().counts, native=native).values())


def test_rules_alone_are_a_game() -> None:
    game = game_named(str(OWN_GAMES / "countdown.py"))
    assert (game.name, str(game.title), game.sides) == ("countdown", "Countdown", ("X", "O"))
    assert str(game.summary) == "Take one, two or three stones from the heap; who takes the last one wins."
    assert registered("countdown").start == game.start  # from now on everybody finds it
    assert check(game) == []
    assert game.picture.width == 0
    assert game.notation.format(game.start) == "21 0"
    assert search(game.start._replace(stones=9)).value > 0  # 9 is no multiple of four


def test_a_field_of_cells_is_drawn() -> None:
    game = game_named(str(OWN_GAMES / "noughts_and_crosses.py"))
    assert check(game) == []
    position = game.start.play(4).play(0)
    assert game.picture.marks(position) == "O...X...."
    assert game.notation.format(position) == "2,0,0,0,1,0,0,0,0 0"
    assert game.notation.format_move(position, 8) == "c1"
    assert game.pressed(position, [2]) == 2
    assert [perft(game, depth) for depth in (1, 2, 3, 6)] == [9, 72, 504, 54_720]


def test_a_move_with_a_name_of_its_own_is_pressed_where_it_is_shown(tmp_path: Path) -> None:
    game = game_named(written(tmp_path, (OWN_GAMES / "noughts_and_crosses.py").read_text() + MAX_NAMED_MOVES))
    assert check(game) == []
    assert game.notation.format_move(game.start, 4) == "square 4"
    assert game.pressed(game.start, [4]) == game.notation.parse_move(game.start, "Square 4") == 4


MAX_NAMED_MOVES = """
    def move_text(self, move):
        return f"square {move}"
"""


def test_moves_that_change_the_same_cell_are_listed(tmp_path: Path) -> None:
    """If each side may write either sign, a press on a cell does not tell the sign."""
    text = (OWN_GAMES / "noughts_and_crosses.py").read_text()
    game = game_named(written(tmp_path, text.replace(*TWICE).replace(*EITHER)))
    assert check(game) == []
    assert [game.notation.format_move(game.start, move) for move in game.start.moves()][:3] == ["0", "9", "1"]
    assert not any(game.picture.cells(game.start, move) for move in game.start.moves())
    assert game.picture.marks(game.start.play(9)) == "O........"


TWICE = "yield cell\n", "yield cell\n                yield cell + 9\n"
EITHER = "cells[move] = 1 + self.player", "cells[move % 9] = 1 + move // 9"


@pytest.mark.parametrize(
    "field", ["cells: str = '....'", "cells: list = [0, 0]", "row: tuple = (0, None)", "x: float = 0.5"]
)
def test_a_field_that_is_no_number_is_refused_in_a_sentence(field: str, tmp_path: Path) -> None:
    with pytest.raises(FileError, match=f"in the field {field[: field.index(':')]}: use a whole number or a tuple"):
        game_named(written(tmp_path, COUNTDOWN.replace("    player: int = 0", f"    player: int = 0\n    {field}")))


DRAWN = """
    def picture(self):
        marks = [".XO"[cell] for cell in self.cells]
        return {drawing}
"""


@pytest.mark.parametrize(
    "drawing",
    [
        "''.join(marks[:3]) + '\\n' + ''.join(marks[3:6]) + '\\n' + ''.join(marks[6:])",
        "[''.join(marks[:3]), ''.join(marks[3:6]), ''.join(marks[6:])]",
        "(''.join(marks[:3]), ''.join(marks[3:6]), ''.join(marks[6:]))",
        "['', ''.join(marks[:3]), ''.join(marks[3:6]) + '\\n' + ''.join(marks[6:])]",
    ],
)
def test_a_drawing_is_one_text_or_a_list_of_lines(drawing: str, tmp_path: Path) -> None:
    text = (OWN_GAMES / "noughts_and_crosses.py").read_text()
    game = game_named(written(tmp_path, text + DRAWN.replace("{drawing}", drawing)))
    assert check(game) == []
    assert (game.picture.width, game.picture.height) == (3, 3)
    assert game.picture.marks(game.start.play(4).play(0)) == "O...X...."


@pytest.mark.parametrize(
    ("drawing", "shown"),
    [
        ("None", "None"),
        ("7", "7"),
        ("[marks[:3], marks[3:]]", "[['.', '.', '.'], ['.', '.', '.', '.', …"),
        ("[]", "[]"),
        ("'\\n'", "'\\n'"),
        ("b'...'", "b'...'"),
        ("{'.'}", "{'.'}"),
    ],
)
def test_anything_else_than_a_drawing_is_named_in_a_sentence(drawing: str, shown: str, tmp_path: Path) -> None:
    text = (OWN_GAMES / "noughts_and_crosses.py").read_text()
    with pytest.raises(FileError) as told:
        game_named(written(tmp_path, text + DRAWN.replace("{drawing}", drawing)))
    said = "return the lines of the drawing, as one text or as a list of texts."
    assert f".picture() returns {shown}: {said}" in str(told.value)


def test_pieces_that_move_are_seen_to_move(tmp_path: Path) -> None:
    game = game_named(written(tmp_path, PAWNS))
    assert check(game) == []
    assert game.picture.pieces and not game.facts.loops  # a pawn never goes back
    assert [game.notation.format_move(game.start, move) for move in game.start.moves()] == ["a1-a2", "b1-b2"]
    assert game.pressed(game.start, [4, 2]) == game.notation.parse_move(game.start, "a1a2")


def test_a_piece_that_can_come_back_makes_a_loop(tmp_path: Path) -> None:
    assert game_named(written(tmp_path, SHUTTLE)).facts.loops


SHUTTLE = """
from typing import NamedTuple
from plyground import put, rules

@rules
class Shuttle(NamedTuple):
    cells: tuple[int, ...] = (1, 0, 0, 0, 2)
    player: int = 0

    def to_move(self):
        return self.player

    def moves(self):
        for cell in range(5):
            for to in (cell - 1, cell + 1):
                if self.cells[cell] == self.player + 1 and 0 <= to < 5 and self.cells[to] == 0:
                    yield 5 * cell + to

    def play(self, move):
        return Shuttle(put(put(self.cells, move // 5, 0), move % 5, self.player + 1), 1 - self.player)

    def is_over(self):
        for _move in self.moves():
            return False
        return True

    def utility(self):
        return -1
"""


def test_a_move_that_changes_more_is_shown_at_the_cell_of_its_number(tmp_path: Path) -> None:
    game = game_named(written(tmp_path, CHOMP))
    assert check(game) == []
    assert [game.notation.format_move(game.start, move) for move in game.start.moves()] == ["a2", "b2", "a1", "b1"]
    assert game.pressed(game.start, [1]) == 1
    assert game.start.key() != game.start.play(1).key() != game.start.play(3).key()
    assert perft(game, 3, native=True) == perft(game, 3)


CHOMP = """
from typing import NamedTuple
from plyground import put, rules

@rules
class Chomp(NamedTuple):
    cells: tuple[tuple[int, ...], ...] = ((1, 1), (1, 1))
    player: int = 0

    def to_move(self):
        return self.player

    def moves(self):
        for row in range(2):
            for column in range(2):
                if self.cells[row][column]:
                    yield 2 * row + column

    def play(self, move):
        cells = self.cells
        for row in range(move // 2, 2):
            for column in range(move % 2, 2):
                cells = put(cells, row, put(cells[row], column, 0))
        return Chomp(cells, 1 - self.player)

    def is_over(self):
        return self.cells[0][0] == 0

    def utility(self):
        return 1

    def picture(self):
        return "\\n".join("".join("#" if cell else " " for cell in row) for row in self.cells)
"""

PAWNS = '''
from typing import NamedTuple
from plyground import rules

@rules
class Pawns(NamedTuple):
    """Two pawns a side on a board of two columns; who cannot move has lost."""
    own: int = 0b110000
    other: int = 0b000011
    player: int = 0

    def to_move(self):
        return self.player

    def moves(self):
        for cell in range(6):
            to = cell + (2 if self.player else -2)
            if self.own >> cell & 1 and 0 <= to < 6 and not (self.own | self.other) >> to & 1:
                yield cell

    def play(self, move):
        to = move + (2 if self.player else -2)
        return Pawns(self.other, self.own ^ (1 << move | 1 << to), 1 - self.player)

    def is_over(self):
        for _move in self.moves():
            return False
        return True

    def utility(self):
        return -1

    def picture(self):
        first, second = (self.other, self.own) if self.player else (self.own, self.other)
        marks = "".join("X" if first >> cell & 1 else "O" if second >> cell & 1 else "." for cell in range(6))
        return "\\n".join([marks[0:2], marks[2:4], marks[4:6]])
'''


@pytest.mark.parametrize(
    ("text", "moves", "refused"),
    [
        ("", "", "it needs 2 fields"),
        ("21", "", "it needs 2 fields"),
        ("x 0", "", "the field stones is written as in 21"),
        ("1,2 0", "", "the field stones is written as in 21"),
        ("1" * 30 + " 0", "", None),  # as many as the board has cells
        ("1" * 2001 + " 0", "", "the field stones"),
        (f"{2**62} 0", "", None),  # of no more moves than others
        ("21 0", "4", "“4” is not a move here; moves are 1, 2, 3"),
        ("0 0", "1", "over"),
    ],
)
def test_typed_positions_are_read_or_refused(text: str, moves: str, refused: str | None) -> None:
    notation = game_named(str(OWN_GAMES / "countdown.py")).notation
    if refused is None:
        assert notation.format(notation.parse(text)) == text
        return
    with pytest.raises((PositionError, MoveError), match=refused):
        notation.parse_move(notation.parse(text), moves)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ((), ","),
        ((7,), "7,"),
        ((1, -2), "1,-2"),
        (((1, 2),), "1,2/"),
        (((1, 2), (), (3,)), "1,2/,/3,"),
        (-5, "-5"),
        (1 << 99, str(1 << 99)),
    ],
)
def test_every_kind_of_field_is_written_and_read(tmp_path: Path, value: Any, text: str) -> None:
    game = game_named(written(tmp_path, COUNTDOWN.replace("stones: int = 21", f"stones: object = {value}"), "kinds"))
    assert game.notation.format(game.start) == f"{text} 0"
    position = type(game.start)(value, 1)
    from plyground.core.notation import _read

    assert _read(text) == value
    assert game.notation.format(position) == f"{text} 1"


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("def broken(:", 1, "it is not valid Python"),
        ("\n1 / 0", 2, "ZeroDivisionError"),
        ("import sys\nsys.exit()", None, "Line 2 ends the program"),
        ("import no_such_module", 1, "ModuleNotFoundError"),
        ("\0", None, "it is not valid Python"),
        ("x = 1", None, "it does not define a game"),
        (COUNTDOWN.replace("@rules", ""), 12, "write @rules above it"),
        (COUNTDOWN.replace("(NamedTuple)", "").replace("@rules", ""), 12, "is not a NamedTuple"),
        (COUNTDOWN.replace("= 21", ""), 11, "give a default to stones"),
        (COUNTDOWN.replace("def moves", "def movers"), 11, r"lacks moves\(\)"),
        (COUNTDOWN.replace("def utility", "def value"), 11, r"lacks utility\(\)"),
        (COUNTDOWN.replace("def to_move", "def turner"), None, "does not tell who is to move"),
        (COUNTDOWN + "\nclass Other:\n    def play(self): ...", None, "several games, Countdown, Other: .*counting.py:Countdown"),
        (COUNTDOWN + "\ndef make(size): ...", 34, "size cannot be an option"),
        (COUNTDOWN + "\ndef make(): ...", 34, "make.. returns NoneType"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_game_is_refused(tmp_path: Path, text: str, line: int | None, said: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(FileError, match=said) as refused:
        game_named(path)
    assert (refused.value.path, refused.value.line) == (Path(path), line)
    with pytest.raises(SpecError, match="no game “counting”"):
        registered("counting")


def test_a_file_that_does_not_come_to_an_end_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.games.loading.LOAD_TIMEOUT_S", 0.2)
    path = tmp_path / "endless.py"
    path.write_text("n = 1\nwhile True:\n    try:\n        n += 1\n    except Exception:\n        pass\n")
    with pytest.raises(FileError, match=r"it has not ended after 0\.2 s: look for a loop") as refused:
        game_named(str(path))
    assert refused.value.line in (2, 3, 4)  # of the loop
    path.write_text(COUNTDOWN)
    assert game_named(str(path)).name == "endless"


def test_code_that_waits_has_more_time_than_code_that_works() -> None:
    """Other programs that keep the machine busy make code wait, too."""
    with limited(1):
        time.sleep(1.1)
    with pytest.raises(OutOfTime), limited(0.1):
        while True:
            pass


def test_other_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="no such file"):
        game_named(str(tmp_path / "nothing.py"))
    (tmp_path / "folder.py").mkdir()
    with pytest.raises(FileError, match="it cannot be read"):
        game_named(str(tmp_path / "folder.py"))
    (tmp_path / "latin.py").write_bytes(b"# \xe9")
    with pytest.raises(FileError, match="it is not valid Python"):
        game_named(str(tmp_path / "latin.py"))
    with pytest.raises(FileError, match="letters, digits and _"):
        game_named(written(tmp_path, COUNTDOWN, "two words"))
    with pytest.raises(FileError, match="there is a game “nim” already"):
        game_named(written(tmp_path, COUNTDOWN, "nim"))
    (tmp_path / "deeper").mkdir()
    game_named(written(tmp_path, COUNTDOWN))
    with pytest.raises(FileError, match="there is a game “counting” already"):
        game_named(written(tmp_path / "deeper", COUNTDOWN))


def test_a_name_alone_runs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for text in ("this", "no_such_module.game", "counting.py"):
        with refused(SpecError, "There is no game “{name}”; the games are: {names}."):
            registered(text)
    with refused(SpecError, "There is no game “{name}”; the games are: {names}.", name="this"):
        game_named("this")  # a module of Python's own: rather a misspelt name


def test_a_module_is_a_game_as_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "drawer").mkdir()
    written(tmp_path / "drawer", COUNTDOWN, "countup")
    for text in ("drawer.countup", "drawer.countup:Countdown"):
        assert game_named(text).name == "countup"
    with pytest.raises(FileError, match="it does not define Countup"):
        game_named("drawer.countup:Countup")


def test_a_game_has_options(tmp_path: Path) -> None:
    sized = COUNTDOWN + (
        "\nfrom typing import Annotated, Literal\nfrom plyground import Game\n\n"
        'def make(stones: Annotated[int, range(1, 50), "stones of the heap"] = 21, begins: Literal["X", "O"] = "X") -> Game:\n'
        '    if stones == 13:\n        raise ValueError("unlucky")\n'
        '    return Game("any", Countdown(stones, "XO".index(begins)))\n'
    )
    path = written(tmp_path, sized)
    assert game_named(path).name == "counting"
    game = game_named(f"{path}:stones=5,begins=O")
    assert (game.name, tuple(game.start)) == ("counting:stones=5,begins=O", (5, 1))
    assert registered(game.name).start == game.start
    for options, said in (("stones=50", "from 1 to 49"), ("heaps=3", "no option heaps"), ("stones=13", "unlucky")):
        with pytest.raises(SpecError, match=said):
            game_named(f"{path}:{options}")


def test_an_edited_file_is_never_stale(tmp_path: Path) -> None:
    path = written(tmp_path, COUNTDOWN)
    before = game_named(path)
    assert game_named(path).start is not None and type(game_named(path).start) is type(before.start)  # run once
    assert perft(before, 6, native=True) == perft(before, 6) == 3**6
    written(tmp_path, COUNTDOWN.replace("min(3,", "min(2,"))
    after = game_named(path)
    assert perft(after, 6, native=True) == perft(after, 6) == 2**6


@pytest.mark.proof
def test_another_process_has_the_same_game(tmp_path: Path) -> None:
    """The server's workers have the text that the server has read, whatever the file says by then."""
    path = written(
        tmp_path, COUNTDOWN.replace("return -1", "return -1 if self.player == 0 else 1 // (self.player - 1)")
    )
    game_named(path)
    written(tmp_path, "gone = 1")
    workers = ProcessWorkers(1)
    try:
        choice = asyncio.run(workers.of("").run(jobs.choose, 30, ignore_status, "counting", (1,) * 17, "random:seed=1"))
        assert choice.move in (1, 2, 3, 4)
        with pytest.raises(FileError, match=r"counting.py, line 32: utility raises ZeroDivisionError"):
            asyncio.run(workers.of("").run(jobs.choose, 30, ignore_status, "counting", (1,) * 18, "minimax"))
    finally:
        workers.close()


def test_every_command_takes_a_file(tmp_path: Path) -> None:
    path = tmp_path / "counting.py"
    shutil.copy(OWN_GAMES / "countdown.py", path)
    assert answer("search", str(path), "--position", "9 1")["move"] == 1
    assert answer("perft", str(path), "5")["nodes"] == 243
    with pytest.raises(SpecError, match="write --game"):
        given(str(path))
    broken = run("perft", written(tmp_path, COUNTDOWN.replace("self.stones)", "self.heap)")), "2")
    assert (broken.returncode, broken.stdout) == (2, "")
    assert "Countdown.moves(): Countdown has no field or method “heap”, but stones, player, to_move, " in broken.stderr
    assert "line 22" in broken.stderr


def test_a_file_of_it_is_read_beside_the_game(tmp_path: Path) -> None:
    game, entries = written(tmp_path, COUNTDOWN), tmp_path / "entries.txt"
    assert run("dictionary", "build", game, "--output", str(entries)).returncode == 0
    alone = run("dictionary", "show", str(entries))
    assert alone.returncode == 2
    assert "entries.txt, line 2: There is no game “counting”" in alone.stderr
    beside = run("dictionary", "show", str(entries), "--game", game)
    assert "counting" in beside.stdout


def test_a_game_made_in_python_needs_a_name_and_a_start() -> None:
    start = game_named(str(OWN_GAMES / "noughts_and_crosses.py")).start
    game = Game("own", start, title="My game", sides=("A", "B"))
    assert (str(game.title), game.picture.marks(start.play(0))) == ("My game", "A........")


class TestTheTutorial:
    """docs/own-game.md does what it says, and docs/protocol.md leaves nothing out."""

    PAGE = (DOCS / "own-game.md").read_text()
    BLOCKS = tuple(dedent(each) for each in re.findall(r"^ *```python\n(.*?)^ *```", PAGE, re.MULTILINE | re.DOTALL))

    def test_the_examples_of_the_tutorial_run(self) -> None:
        assert check_examples(DOCS / "own-game.md", treblecross=self.BLOCKS[0]) == 2

    def test_twenty_lines_are_a_game(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        rules, asked, _parts, named, sized, _players = self.BLOCKS
        body = rules[rules.index("@rules") :].splitlines()
        assert len([line for line in body if line.strip()]) <= 22
        monkeypatch.chdir(tmp_path)
        written(tmp_path, rules, "treblecross")
        assert check(game_named("treblecross.py"), games=5) == []
        exec(asked, {})
        assert capsys.readouterr().out == f"{1 if treblecross(11) else -1}\n"
        written(tmp_path, rules + named, "treblecross")
        assert game_named("treblecross.py").facts.source == "Winning Ways (1982), chapter 4"
        written(tmp_path, rules + named + sized, "treblecross")
        assert game_named("treblecross.py:first=0").start.cells[0] == 1

    def test_the_protocol_names_every_method(self) -> None:
        text = (DOCS / "protocol.md").read_text()
        classes: tuple[type, ...] = (*PROTOCOLS, Picture, Notation)
        for cls in classes:
            for name in some(
                name for base in cls.__mro__ for name in (*vars(base), *vars(base).get("__annotations__", ()))
            ):
                if not name.startswith("_"):
                    assert re.search(rf"`{name}[`(]", text), name


@cache
def treblecross(cells: int) -> int:
    """The Grundy number of a strip: nobody marks within two cells of a cross who need not (Winning Ways, 0.007)."""
    return mex(treblecross(max(0, cell - 2)) ^ treblecross(max(0, cells - cell - 3)) for cell in range(cells))


ALONE = """
from typing import NamedTuple
from plyground import put, rules

@rules
class Pegs(NamedTuple):
    \"\"\"Pegs: remove one of three pegs; the last may cost a point.\"\"\"
    cells: tuple = (1, 1, 1)

    def to_move(self):
        return 0

    def players(self):
        return 1

    def moves(self):
        for cell in range(3):
            if self.cells[cell] == 1 and not self.is_over():
                yield cell

    def play(self, cell):
        return Pegs(put(self.cells, cell, 0))

    def is_over(self):
        return sum(self.cells) < 2

    def utilities(self):
        return (-self.cells[0],)
"""


@pytest.mark.proof
def test_a_game_for_one_player_is_played_but_not_in_a_tournament(tmp_path: Path) -> None:
    pegs = written(tmp_path, ALONE, "pegs")
    facts = answer("check", pegs, "--plain")
    assert facts["passed"]
    assert re.search(r"^sides +X plays alone$", run("check", pegs, "--plain").stdout, re.MULTILINE)
    for bots in (("random", "max-n"), ("greedy", "nobody"), ("random",)):  # before bots are asked for
        refused = run("tournament", pegs, *bots, "--results", str(tmp_path / "record"))
        assert (refused.returncode, refused.stdout, refused.stderr.count("\n")) == (2, "", 1)
        assert "A tournament needs a game for two or more players." in refused.stderr
    played = run("console", pegs, "--first", "max-n")
    assert played.returncode == 0
    assert "Result: 1. X (0)." in played.stdout


@pytest.mark.parametrize(
    "command",
    [
        ("search",), ("search", "--exact"), ("solve",), ("perft", "2"), ("explore",), ("audit", "alphabeta"), ("games",),
        ("tournament", "random", "greedy"), ("console", "--first", "random", "--second", "random"), ("bots", "--game"), ("compare",),
    ],
    ids=" ".join,
)  # fmt: skip
def test_a_game_that_begins_over_is_refused_in_a_sentence(command: tuple[str, ...], tmp_path: Path) -> None:
    over = written(tmp_path, COUNTDOWN.replace("stones: int = 21", "stones: int = 0"))
    name, *options = command
    done = run(name, *options, over) if options[-1:] == ["--game"] else run(name, over, *options)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "is_over(): the game is over before its first move. Compare the defaults of the fields" in done.stderr


@pytest.mark.parametrize("options", [(), ("--plain",)])
def test_the_check_of_a_game_that_begins_over_is_not_broken_off(options: tuple[str, ...], tmp_path: Path) -> None:
    over = written(tmp_path, COUNTDOWN.replace("stones: int = 21", "stones: int = 0"))
    done = run("check", over, *options)
    assert (done.returncode, done.stderr) == (1, "")
    assert "over-at-start  is_over\n  the game is over before its first move\n" in done.stdout


@rules
class Heap(NamedTuple):
    """A heap that draws itself."""

    stones: int = 5
    player: int = 0

    def to_move(self) -> int:
        return self.player

    def moves(self) -> Iterator[int]:
        if self.stones:
            yield 1

    def play(self, move: int) -> Heap:
        return Heap(self.stones - move, 1 - self.player)

    def is_over(self) -> bool:
        return self.stones == 0

    def utility(self) -> int:
        return -1

    def material(self) -> str:
        return "heaps" if self.stones < 9 else "cheese"

    def picture(self) -> str:
        return str(self.stones)


def test_a_word_chooses_the_material_of_the_board_and_an_unknown_one_is_named_in_a_sentence() -> None:
    assert material(Game("heap", Heap()).picture) == "heaps"
    with pytest.raises(RulesError, match=r"Heap\.material\(\) returns 'cheese': return one of wood, squares,"):
        GridPicture(Heap(9), ("X", "O"))
