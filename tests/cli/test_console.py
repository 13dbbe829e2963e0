"""The console, driven as a script drives it and as a person at a terminal does."""

from __future__ import annotations

import itertools
import re
import sys
from functools import cache
from pathlib import Path
from typing import Any

import fake_engine
import pytest
from hypothesis import given
from hypothesis import strategies as st
from program import Terminal, answer, exact_value, run
from samples import sample

from plyground import game
from plyground.arena.match import Match
from plyground.cli.console import Console
from plyground.presentation.boards.board_text import plain_lines

TICTACTOE = game("tictactoe")


@cache
def play(lines: str, *options: str, first: str = "human", second: str = "human", **environment: str) -> str:
    """Return the program's output for these lines of input; it must exit with 0 and an empty standard error."""
    done = run("console", "tictactoe", "--first", first, "--second", second, *options, stdin=lines, **environment)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def said(output: str, pattern: str) -> list[str]:
    return re.findall(pattern, output, re.MULTILINE)


# The published programs


def test_the_expert_recommends_the_published_moves() -> None:
    """L. A. Digiampietri: after X has taken the centre, the expert recommends 0, 8, 6, for whoever is to move."""
    output = play("bot expert\nj 4\nb\nb\nb\nq\n")
    assert said(output, r"^expert recommends (\d) \(value \d+\)") == ["0", "8", "6"]
    assert said(output, r"^([XO] plays \d)\.") == ["X plays 4", "O plays 0", "X plays 8", "O plays 6"]
    assert output.endswith(
        "O plays 6.\n"
        "\n"
        "  O |   |          0 | 1 | 2\n"
        " ---+---+---      ---+---+---\n"
        "    | X |          3 | 4 | 5\n"
        " ---+---+---      ---+---+---\n"
        "  O |   | X        6 | 7 | 8\n"
        "\n"
        "Goodbye.\n"
    )
    assert output.count("6 | 7 | 8") == 5  # the board is shown at the start and after each move


def test_an_opponent_replies_at_once_and_b_asks_it() -> None:
    output = play("j 4\nb\nq\n", second="minimax:scores=level")
    assert said(output, r"^([XO]) plays") == ["X", "O", "X", "O"]
    assert len(said(output, "^minimax:scores=level recommends")) == 3


def test_level_scores_are_shown_as_published() -> None:
    """An immediate win is worth 99,999,998."""
    output = play("bot minimax:scores=level\nb\n", "--position", "xx.oo....")
    assert "minimax:scores=level recommends 2 (value 99,999,998)." in output


def test_b_needs_a_bot_and_bot_chooses_one() -> None:
    output = play("b\nbot\nbot nobody\nbot human\nbot expert\nb\nbot minimax\nb\n")
    assert said(output, r"^(\S+) recommends") == ["expert", "minimax"]
    assert "No bot plays here" in output
    assert "There is no bot “nobody”; the bots are: human, random" in output
    assert "A person is not a bot" in output


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform != "linux", reason="the folder of the configuration is set as on Linux")
def test_why_and_search_correct_a_program_that_lies_about_its_value(tmp_path: Path) -> None:
    """It claims to win whatever it plays, and plays the last free cell, which loses. A true claim is not corrected."""
    command = f"{sys.executable} {fake_engine.__file__} lies"
    add = ("engines", "add", "liar", "--protocol", "ugi", "--command", command, "--game", "tictactoe")
    home = {"XDG_CONFIG_HOME": str(tmp_path)}
    assert run(*add, **home).returncode == 0
    wrong = "Its value is wrong: after cell 8, O loses with best play.\n"
    assert wrong in play("j 0\nwhy\nq\n", second="liar", **home)
    assert wrong in run("search", "tictactoe", "--position", "xx..o....", "--bot", "liar", **home).stdout
    told = answer("search", "tictactoe", "--position", "xx..o....", "--bot", "liar", **home)["correction"]
    assert told == wrong.strip()
    assert answer("search", "tictactoe", "--position", "x..ox.o..", "--bot", "liar", **home)["correction"] is None


def test_a_student_who_only_types_console_plays_x_against_level_2() -> None:
    done = run("console", stdin="j 0\n")
    assert done.stdout.startswith(
        "Tic-tac-toe: X human, O level:number=2\nj N plays cell N, b lets a bot move, why explains, h lists all commands.\n"
    )
    assert "level:number=2 recommends 4 (value 1)." in done.stdout
    assert done.returncode == 0


# Commands


def test_undo_takes_back_one_move_and_restart_all() -> None:
    output = play("j 0\nj 4\nu\nu\nu\nj 8\nr\nj 2\n")
    assert [board.replace(" ", ".") for board in pieces(output)] == [
        ".........", "X........", "X...O....", "X........", ".........", "........X", ".........", "..X......",
    ]  # fmt: skip
    assert said(output, "^There is no move to take back.$")


def pieces(output: str) -> list[str]:
    """Each board printed, as its nine characters."""
    rows = ["".join(cells) for cells in said(output, r"^  ([XO ]) \| ([XO ]) \| ([XO ]) ")]
    return ["".join(rows[start : start + 3]) for start in range(0, len(rows), 3)]


def test_undo_against_a_bot_goes_back_to_the_persons_move() -> None:
    output = play("j 0\nu\nj 8\nu\nu\n", second="alphabeta")
    boards = pieces(output)
    assert boards[3] == boards[6] == " " * 9
    assert output.count("There is no move to take back.") == 1


def test_undo_never_goes_behind_a_bots_first_move() -> None:
    output = play("u\n", first="expert")
    assert "There is no move to take back." in output


@pytest.mark.parametrize(
    "board", sample([".........", "x........", "x...o....", "xo..x....", "xxox....o", "x.o.x.o.."], every=6, first=3)
)
def test_why_tells_the_value_of_every_move(board: str) -> None:
    """Compared with a solver that shares nothing with the package."""
    output = play("why\n", "--position", board)
    mark = "x" if board.count("x") == board.count("o") else "o"
    matches: Any = said(output, r"^ +(\d)  ([A-Z].*)$")
    told = {int(cell): words for cell, words in matches}
    expected = {}
    for cell in (cell for cell, letter in enumerate(board) if letter == "."):
        value = -exact_value(board[:cell] + mark + board[cell + 1 :])
        expected[cell] = ("Loses", "A draw", "A certain win")[value + 1]
    assert {cell: re.match("Loses|A draw|A certain win", words)[0] for cell, words in told.items()} == expected  # type: ignore[index]


def test_why_repeats_the_last_bots_reason() -> None:
    output = play("j 4\nwhy\n", second="expert")
    reason = said(output, r"^expert recommends \d \(value \d+\)\. (.*)$")[0]
    assert f"The last bot's reason: {reason}\n" in output


@pytest.mark.proof
def test_why_on_a_large_board_tells_expected_scores() -> None:
    heard: list[str] = []
    console = Console(
        Match(game("mnk:width=6,height=5,k=4")),
        ("human", "human"),
        say=lambda *spans: heard.append("".join(map(str, spans))),
    )
    console.take("why")
    assert len(said("\n".join(heard), r"^ +\d+  expected score −?\d+")) == 30


def test_help_names_every_command() -> None:
    output = play("h\n")
    assert said(output, r"^(\S+)(?: N| NAME| TEXT)? {2,}[a-z]") == [
        "j",
        "b",
        "bot",
        "why",
        "explore",
        "review",
        "u",
        "c",
        "moves",
        "r",
        "h",
        "q",
        "Ctrl-C",
    ]


@pytest.mark.parametrize("columns", [40, 80, 200])
@pytest.mark.parametrize("size", [(3, 3), (5, 4), (9, 2), (10, 10), (15, 15)])
def test_boards_of_any_size_fit_the_window(
    columns: int, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    width, height = size
    monkeypatch.setenv("COLUMNS", str(columns))
    some = game(f"mnk:width={width},height={height},k=2")
    board = plain_lines(some, some.start)
    assert [int(cell) for cell in re.findall(r"\d+", "\n".join(board))] == list(range(width * height))
    if (width, columns) != (15, 40):  # which fifteen columns of numbers do not fit
        assert max(map(len, board)) <= columns


def test_connect_four_is_played_by_columns() -> None:
    done = run("console", "connect_four", "--second", "human", stdin="j\nj 1\nj 1\nj 2\nj 2\nj 3\nj 3\nj 4\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "j 4 plays in column 4, " in done.stdout
    assert "Write a move after j, such as j 4." in done.stdout
    assert done.stdout.count("  1   2   3   4   5   6   7\n") == 8
    assert "  O | O | O |   |   |   |\n ---+---+---+---+---+---+---\n  X | X | X | X |   |   |\n" in done.stdout
    assert "The game is over: X has won, four in a row (1-2-3-4)." in done.stdout


def test_othello_is_played_by_letter_and_number() -> None:
    done = run("console", "othello", "--second", "human", stdin="j d3\nj a1\nj c3\n")
    assert (done.returncode, done.stderr) == (0, "")
    example = said(done.stdout, r"^j (\w\d) plays on (\w\d), ")
    assert example[0][0] == example[0][1] in ("d3", "c4", "f5", "e6")
    assert "    a   b   c   d   e   f   g   h\n 1 " in done.stdout
    assert " 3    |   | O | X |   |   |   |\n" in done.stdout
    assert "A stone on a1 would enclose nothing." in done.stdout


def test_dame_is_played_by_two_cells() -> None:
    done = run(
        "console", "dame:coordinates=letters", "--second", "human", stdin="j a1-b2\nj D4C3\nj b2-d4\nj b2-b1\nh\n"
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "j c1-b2 moves a piece, b lets a bot move" in done.stdout
    assert said(done.stdout, r"^([OC] plays .*)\.$") == ["O plays a1-b2", "C plays d4-c3"]
    assert (
        "    a   b   c   d\n 4  C | C | C |\n   ---+---+---+---\n 3    |   | C |\n   ---+---+---+---\n"
        " 2    | O |   |\n   ---+---+---+---\n 1    | O | O | O\n"
    ) in done.stdout
    assert "\nd4 is not next to b2.\nb1 is occupied.\n" in done.stdout
    assert said(done.stdout, r"^j (\w\d-\w\d)   move a piece from its cell to another$")


def test_a_draw_that_is_near_is_told() -> None:
    lines: list[str] = []
    race = game("dame:coordinates=numbers")
    console = Console(Match(race), ("human", "human"), say=lambda *spans: lines.append("".join(map(str, spans))))
    for word in ("00-01", "03-02", "01-00", "02-03") * 2:
        console.take(f"j {word}")
    warning = "This position has occurred twice. At the third time the game is a draw."
    assert lines.count(warning) == 4
    assert "The game is over: a draw, the position has come for the third time." in lines


@pytest.mark.proof
def test_go_ends_with_its_points_and_those_without_dead_stones() -> None:
    moves = "C1-D1-C2-D2-C3-D3-C4-D4-C5-D5-B3-A2-pass"
    done = run("console", "go:size=5,komi=0.5", "--second", "human", "--moves", moves, stdin="j pass\nq\n")
    assert "White has won, more points. Points: Black 6, White 11.5." in done.stdout
    assert "Without the dead stones (A2). Points: Black 15, White 10.5." in done.stdout


def test_othello_ends_with_a_count() -> None:
    done = run("console", "othello:size=4", "--first", "random:seed=1", "--second", "random:seed=2")
    assert done.returncode == 0
    first, second = map(int, said(done.stdout, r"X has (\d+) stones, O has (\d+)\.$")[0])
    last = done.stdout.partition("The game is over")[0].rpartition(" plays ")[2]
    rows = "".join(line for line in last.splitlines() if "|" in line)
    assert (rows.count("X"), rows.count("O")) == (first, second)


@pytest.mark.parametrize("name", sample(["connect_four", "othello:size=4"], every=2, first=1))
def test_a_large_board_has_an_opponent_that_answers(name: str) -> None:
    done = run("console", name, stdin="b\n")
    assert len(said(done.stdout, r"^\S+ recommends")) == 2


# The end of a game


@pytest.mark.parametrize(
    ("moves", "end"),
    [
        ("0 3 1 4 2", "The game is over: X has won, 3 in a row (0-1-2)."),
        ("0 2 1 4 8 6", "The game is over: O has won, 3 in a row (2-4-6)."),
        ("4 0 8 2 1 7 3 5 6", "The game is over: a draw, the board is full."),
    ],
)
def test_the_end_is_announced_and_r_plays_again(moves: str, end: str) -> None:
    output = play("".join(f"j {move}\n" for move in moves.split()) + "bot expert\nj 7\nb\nwhy\nr\nj 4\n")
    assert output.count(end) == 2  # when it is reached, and when asked why
    assert output.count("The game is over: no move can be made.") + output.count("is taken by") == 2
    assert pieces(output)[-1] == "    X    "


@pytest.mark.proof
def test_bot_against_bot_plays_to_the_end() -> None:
    output = play("", first="minimax", second="alphabeta:convention=cs188")
    assert "The game is over: a draw" in output
    assert len(said(output, r"^[XO] plays \d\.$")) == 9


# The beginning of a game


def test_moves_and_position_say_where_to_begin() -> None:
    output = play("r\nu\n", "--position", "x...o....", "--moves", "8-2")
    assert pieces(output) == ["X O O   X"] * 2
    assert "There is no move to take back." in output


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--position", "xxx"], "“xxx” is not a position"),
        (["--moves", "4-4"], "Move 2: Cell 4 is taken by X."),
        (["--first", "nobody"], "There is no bot “nobody”"),
        (["--second", "minimax:depth=0"], "the option depth must be a whole number from 1"),
        (["--first", "random:seed"], "after the colon write option=value"),
    ],
)
def test_wrong_options_are_refused_in_a_sentence(options: list[str], sentence: str) -> None:
    done = run("console", "tictactoe", *options)
    assert done.returncode == 2
    assert done.stdout == ""
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_bot_for_another_game_is_refused() -> None:
    done = run("console", "mnk:width=4,height=3,k=3", "--second", "expert")
    assert (done.returncode, done.stdout) == (2, "")
    assert "for tic-tac-toe" in done.stderr


# Any input


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("j 9", "“9” is not a cell: cells are numbered from 0 to 8."),
        ("j", "Write the number of a cell after j."),
        ("j four", "“four” is not a cell: cells are numbered from 0 to 8."),
        ("j ４", "“４” is not a cell: cells are numbered from 0 to 8."),
        ("j -1", "“-1” is not a cell: cells are numbered from 0 to 8."),
        ("j 4 5", "“4 5” is not a cell: cells are numbered from 0 to 8."),
        ("j 4", "Cell 4 is taken by X."),
        ("4", "“4” is not a command; h lists all commands."),
        ("5", "“5” is not a command; to play this move, write j 5."),
        ("jump", "“jump” is not a command; h lists all commands."),
        ("q now", "“q now” is not a command; h lists all commands."),
        ("\x1b[31mj 0\x07", "“\N{REPLACEMENT CHARACTER}[31mj 0\N{REPLACEMENT CHARACTER}” is not a command; h lists all commands."),
        ("{x}", "“{x}” is not a command; h lists all commands."),
    ],
)  # fmt: skip
def test_wrong_lines_get_one_sentence_and_change_nothing(line: str, sentence: str) -> None:
    before = play("j 4\n")
    assert play(f"j 4\n{line}\n") == before.replace("Goodbye.\n", f"{sentence}\nGoodbye.\n")


def test_blank_lines_and_capitals_and_blanks_are_fine() -> None:
    assert "X plays 4." in play("\n   \n\t\n  J   4  \r\n")


@pytest.mark.parametrize(
    "line", [b"\xff\xfe\x80\n", b"j 4" + b"9" * 100_000 + b"\n", b"\0\0\n", b"\n" * 1000, b"j \xf0\x9f"]
)
def test_hostile_bytes_do_no_harm(line: bytes) -> None:
    done = run("console", "tictactoe", "--second", "human", stdin=line + b"\nj 8\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "X plays 8." in done.stdout
    assert len(done.stdout) < 2000


COMMANDS = ["b", "why", "u", "r", "h", "bot expert", "bot random:seed=3", *(f"j {cell}" for cell in range(10))]


@given(
    st.lists(st.sampled_from(COMMANDS) | st.text(max_size=80), max_size=25),
    st.sampled_from(["human", "random", "expert"]),
)
def test_any_lines_leave_a_legal_game(lines: list[str], second: str) -> None:
    heard: list[Any] = []
    console = Console(Match(TICTACTOE), ("human", second), say=lambda *spans: heard.append(spans))
    console.take("bot greedy")
    console.start()
    for line in lines:
        if line.strip().lower() not in ("q", "why"):
            console.take(line)
    assert not console.left
    assert Match.parse(TICTACTOE, console.match.format()).position == console.match.position
    assert console.match.outcome or second == "human" or console.match.side == 0


# At a terminal

pytest.importorskip("pty")


def test_a_person_at_a_terminal_sees_a_prompt_and_colour() -> None:
    with Terminal("console", "tictactoe", "--second", "expert") as terminal:
        terminal.wait_for("X> ")
        terminal.type("j 0\r")
        shown = terminal.wait_for("X> ")
        assert re.search(r"\x1b\[1;38;5;\d+mX", shown)  # a bold mark in colour
        assert "expert recommends 4" in shown
        terminal.type("\x1b[A\r")  # the line before, from the history
        assert "Cell 0 is taken by X." in terminal.wait_for("X> ")
        terminal.type("q\r")
        code, last = terminal.leave()
        assert code == 0
        assert "Goodbye." in last


def test_no_color_is_honoured() -> None:
    with Terminal("console", "tictactoe", "--second", "human", NO_COLOR="1") as terminal:
        terminal.wait_for("X> ")
        terminal.type("j 0\r")
        assert not re.search(r"\x1b\[[0-9;]*m", terminal.wait_for("O> "))


def test_the_winning_line_is_marked() -> None:
    with Terminal("console", "tictactoe", "--second", "human", "--moves", "0-3-1-4") as terminal:
        terminal.wait_for("X> ")
        terminal.type("j 2\r")
        shown = terminal.wait_for("q quits.")
        assert len(re.findall(r"\x1b\[1;7;38;5;\d+mX", shown)) == 3


def test_the_end_of_the_input_says_goodbye() -> None:
    with Terminal("console", "tictactoe") as terminal:
        terminal.wait_for("X> ")
        terminal.type("\x04")
        code, last = terminal.leave()
        assert code == 0
        assert "Goodbye." in last


def test_ctrl_c_says_goodbye() -> None:
    with Terminal("console", "tictactoe") as terminal:
        terminal.wait_for("X> ")
        terminal.interrupt()
        code, last = terminal.leave()
        assert code == 130
        assert "Goodbye." in last
        assert "Traceback" not in last


def test_ctrl_c_ends_a_bots_long_thought() -> None:
    with Terminal("console", "mnk:width=5,height=5,k=5", "--first", "minimax", "--second", "human") as terminal:
        terminal.wait_for("positions visited")
        terminal.interrupt()
        code, last = terminal.leave()
        assert code == 130
        assert "Goodbye." in last
        assert "Traceback" not in last


@pytest.mark.proof
def test_a_thought_is_followed_on_one_line_and_ended_by_ctrl_c() -> None:
    with Terminal("console", "connect_four", "--second", "engine:seconds=600", COLUMNS="60") as terminal:
        terminal.wait_for("X> ")
        terminal.type("j 4\r")
        shown = terminal.wait_for("positions a second: ") + terminal.wait_for("positions a second: ")
        for line in re.findall(r"\r([^\r\n]*)\x1b\[K", shown):
            assert len(line) < 60
        terminal.type("\x03")
        shown = " ".join(terminal.wait_for("X> ").split())
        assert re.search(
            r"engine:seconds=600 recommends \d \(value −?\d+\)\. Judged at −?\d+ after \d+ plies; best line:", shown
        )
        assert re.search(r"O plays \d\.", shown)
        terminal.type("q\r")
        assert terminal.leave()[0] == 0


@pytest.mark.parametrize(
    ("name", "position"),
    [("tictactoe", ".x..o.oxx"), ("connect_four", "274344442131"), ("kalah", "0-1-4-2-0-1-11/0-2-0-2-0-12-13 X")],
)
def test_why_and_explore_give_the_same_values(name: str, position: str) -> None:
    """A search of the drawn position of Connect Four takes a lost move for the best."""
    shown = run(
        "console", name, "--position", position, "--first", "human", "--second", "human", stdin="why\nexplore\nq\n"
    ).stdout
    values = shown[shown.index("Value of each move") :].splitlines()[1:]
    told = dict(line.split(maxsplit=1) for line in itertools.takewhile(lambda line: line.startswith("  "), values))
    table = shown[shown.index("\nmove ") :].splitlines()[2:]
    explored = dict(line.removesuffix("best").split(maxsplit=1) for line in itertools.takewhile(bool, table))
    assert len(told) > 1
    assert told == {move: words.strip() for move, words in explored.items()}
