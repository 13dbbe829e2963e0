"""The command ``plyground search``, by the real program."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from unittest.mock import ANY

import pytest
from paths import DATA
from program import ENVIRONMENT, PATIENCE, Terminal, agrees, answer, exact_value, run
from samples import sample, some

from plyground.cli.json_records import BotMoveRecord, ExactRecord, LineErrorRecord, SearchRecord

TRUTH = json.loads((DATA / "tic_tac_toe.json").read_text())


# Searches


@pytest.mark.parametrize(
    ("options", "figure"),
    [
        (["--convention", "aima"], "alphabeta_nodes_cut_on_equality_cells_in_order"),
        (["--scores", "utility"], "alphabeta_nodes_cut_on_equality_cells_in_order"),
        (["--algorithm", "book-alphabeta", "--scores", "utility"], "alphabeta_nodes_cut_on_equality_cells_in_order"),
        (["--scores", "level"], "alphabeta_nodes_cut_on_equality_level_scores"),
        pytest.param(
            ["--algorithm", "static_cutoff", "--scores", "utility"], "static_cutoff_nodes", marks=pytest.mark.proof
        ),
        (["--algorithm", "minimax"], "full_minimax_nodes_root_included"),
    ],
)
def test_the_published_counts(options: list[str], figure: str) -> None:
    found = answer("search", "tictactoe", *options)
    assert found["nodes"] == TRUTH[figure]
    assert (found["value"], found["exact"], found["proven"], found["position"]) == (0, True, True, ".........")


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "static-cutoff"])
@pytest.mark.parametrize(
    "board", sample(["x........", "x...o....", "xxox....o", "xo..x....", "xoxoxo...", "xxoox.o.."], every=6, first=3)
)
def test_values_moves_and_bounds_agree_with_the_rules_alone(algorithm: str, board: str) -> None:
    """Compared with a solver that shares nothing with the package."""
    found = answer("search", "tictactoe", "--position", board, "--algorithm", algorithm)
    mark = "x" if board.count("x") == board.count("o") else "o"
    truth = {cell: -exact_value(board[:cell] + mark + board[cell + 1 :]) for cell in range(9) if board[cell] == "."}
    assert found["value"] == max(truth.values()) == truth[found["move"]]
    assert found["line"][0] == found["move"]
    assert [root["move"] for root in found["moves"]] == list(truth)
    for root in found["moves"]:
        match root["bound"]:
            case "exact":
                assert root["value"] == truth[root["move"]]
            case "upper":
                assert root["value"] >= truth[root["move"]]
            case bound:
                assert (bound, root["value"]) == ("unvisited", None)


def test_distance_scores_tell_the_plies() -> None:
    found = answer("search", "tictactoe", "--position", "xx.oo....", "--scores", "distance")
    assert (found["move"], found["value"], found["distance"], found["line"]) == (2, 1, 1, [2])
    assert answer("search", "tictactoe", "--position", "xx.oo....") == found | {"seconds": ANY}
    course = answer("search", "tictactoe", "--position", "xx.oo....", "--convention", "aima")
    assert (course["scores"], course["distance"]) == ("utility", None)
    level = answer("search", "tictactoe", "--position", "xx.oo....", "--scores", "level")
    assert level["score"] == 99_999_998


def test_a_depth_brings_the_games_evaluation_unless_none_is_asked_for() -> None:
    judged = answer("search", "tictactoe", "--depth", "1")
    assert (judged["evaluation"], judged["depth"], judged["proven"]) == ("open-lines", 1, False)
    assert (judged["move"], judged["value"], judged["nodes"]) == (4, 4, 10)  # the centre opens four lines more
    blind = answer("search", "tictactoe", "--depth", "1", "--evaluation", "none")
    assert (blind["evaluation"], blind["value"], blind["proven"]) == (None, 0, False)
    assert answer("search", "tictactoe", "--depth", "2", "--evaluation", "OPEN_LINES")["evaluation"] == "open-lines"


def test_ties_are_broken_as_asked() -> None:
    where = ["search", "tictactoe", "--position", "x...o...."]
    assert (answer(*where, "--ties", "first")["move"], answer(*where, "--ties", "last")["move"]) == (1, 8)
    again = [*where, "--ties", "random", "--seed", "5"]
    seeded = {answer(*where, "--ties", "random", "--seed", str(seed))["move"] for seed in range(5)}
    assert len(seeded) > 1
    assert answer(*again)["move"] == answer(*again)["move"]
    assert answer("search", "tictactoe", "--position", "x........", "--ties", "random")["move"] == 4


@pytest.mark.parametrize(("board", "value"), [("xxxoo....", -1), ("xoxxoxoxo", 0)])
def test_a_finished_position_has_a_value_and_no_move(board: str, value: int) -> None:
    found = answer("search", "tictactoe", "--position", board)
    assert (found["move"], found["value"], found["line"], found["moves"], found["nodes"]) == (None, value, [], [], 1)
    assert "The game is over: " in run("search", "tictactoe", "--position", board).stdout


def test_a_search_is_told_in_words_with_bounds_and_counts() -> None:
    shown = run(
        "search", "tictactoe", "--position", "xx.oo....", "--scores", "distance", "--convention", "cs188"
    ).stdout
    assert "X to move. A certain win in 1 ply.\nBest move: 2\nBest line: 2\n" in shown
    assert re.search(r"^2 +≤ 1|^2 +=", shown, re.MULTILINE)
    assert re.search(r"^5 +[≤=] ", shown, re.MULTILINE)
    counted = re.search(r"^positions visited +(\d+)$", shown, re.MULTILINE)
    nodes = answer("search", "tictactoe", "--position", "xx.oo....", "--scores", "distance", "--convention", "cs188")
    assert counted is not None
    assert int(counted[1]) == nodes["nodes"]


@pytest.mark.parametrize("many", sample([False, True], every=2))
def test_a_long_search_tells_how_far_it_is_and_can_be_stopped(many: bool, tmp_path: Path) -> None:
    pytest.importorskip("pty")
    (tmp_path / "start").write_text("." * 25)
    positions = ["--positions", str(tmp_path / "start")] if many else []
    with Terminal("search", "mnk:width=5,height=5,k=5", "--algorithm", "minimax", "--plain", *positions) as terminal:
        first, second = (re.findall(r"([\d,]+) positions? vis$", terminal.wait_for("vis")) for _twice in "12")
        assert int(first[0].replace(",", "")) < int(second[0].replace(",", ""))
        terminal.interrupt()
        code, last = terminal.leave()
        assert code == 130
        assert "Traceback" not in last


@pytest.mark.parametrize(
    "options",
    ["", "--position xxxoo....", "--depth 2 --scores level", "--algorithm minimax --position xx.oo....", "--ties last"],
)
def test_the_schema_of_search(options: str) -> None:
    found = answer("search", "tictactoe", *options.split())
    agrees(found, SearchRecord)


# Plain or native


@pytest.mark.proof
def test_a_short_search_is_plain_and_a_long_one_native() -> None:
    """Nobody has to say which, and the answer is the same."""
    assert not answer("search", "tictactoe", "--position", "x...o....")["native"]
    assert not answer("search", "tictactoe", "--algorithm", "book-minimax", "--position", "x...o....")["native"]
    long = answer("search", "connect_four", "--depth", "6", "--evaluation", "none")
    assert not long["native"]
    native = answer("search", "connect_four", "--depth", "10", "--evaluation", "none", "--scores", "utility")
    assert (native["native"], native["nodes"]) == (True, 155_590)
    turned = answer("search", "tictactoe", "--convention", "cs188", "--native")
    assert turned["nodes"] == TRUTH["alphabeta_nodes_strict_fail_soft"]
    found = answer("search", "tictactoe", "--convention", "cs188")  # nobody can tell beforehand that it is long
    assert {**found, "seconds": 0} == {**turned, "seconds": 0}
    assert found["native"]
    plain = answer("search", "tictactoe", "--convention", "cs188", "--plain")
    assert {**plain, "seconds": 0, "native": True} == {**turned, "seconds": 0}


NO_LLVM = """
import sys
sys.modules["llvmlite"] = None  # no import of it succeeds
from plyground.__main__ import main
sys.argv[1:] = {arguments!r}
main()
"""


def without_llvm(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run ``plyground`` where llvmlite is not installed."""
    return subprocess.run(
        [sys.executable, "-c", NO_LLVM.format(arguments=arguments)],
        capture_output=True, text=True, env=ENVIRONMENT, check=False,
    )  # fmt: skip


@pytest.mark.parametrize(
    "command",
    sample(
        [
            "search tictactoe --native",
            "search tictactoe --convention cs188",
            "perft tictactoe 6",
            "search connect_four --nodes 31000",
        ],
        every=4,
    ),
)
def test_without_llvm_everything_works_after_one_warning(command: str) -> None:
    done = without_llvm(*command.split())
    assert done.returncode == 0
    assert done.stderr == "llvmlite is not installed: searches run as plain Python, many times slower.\n"
    assert done.stdout
    if "connect_four" not in command:
        same = run(*command.split()).stdout
        assert re.sub(r"milliseconds .*", "", same) == re.sub(r"milliseconds .*", "", done.stdout)


# Limits


def test_limits_deepen_until_a_proof() -> None:
    found = answer("search", "tictactoe", "--nodes", "20000")
    assert found["algorithm"] in ("pvs", "exact")  # whichever proves the draw first: search or solver, side by side
    assert (found["value"], found["proven"]) == (0, True)
    assert 0 < found["nodes"] <= 20_000
    assert found["depth"] <= 9
    few = answer("search", "tictactoe", "--nodes", "100")
    assert (few["nodes"], few["proven"]) == (100, False)
    assert answer("search", "tictactoe", "--nodes", "20000", "--depth", "3")["depth"] == 3
    assert answer("search", "tictactoe", "--nodes", "9" * 30)["proven"]  # beyond all counting: no limit
    assert answer("search", "tictactoe", "--seconds", "3600", "--algorithm", "alphabeta", "--plain")["proven"]
    agrees(found, SearchRecord)
    assert "Judged at" in run("search", "tictactoe", "--nodes", "100").stdout


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ("--seconds 0", "A limit in seconds"),
        ("--seconds nan", "A limit in seconds is a finite number greater than 0, not nan."),
        ("--nodes 0", "A limit in nodes"),
        ("--seconds 1 --ties last", "--ties has no effect with --seconds"),
        ("--nodes 9 --seed 1", "--seed has no effect with --nodes"),
        ("--nodes 9 --convention cs188", "--convention has no effect with --nodes"),
        ("--seconds 1 --scores level", "--scores has no effect with --seconds"),
        ("--nodes 9 --algorithm pvs --convention cs188", "its own convention"),
        ("--algorithm book-minimax --native", "does not run at native speed"),
        ("--positions - --position x........", "--position has no effect with --positions -:"),
        ("--positions no-such-file", "no-such-file: it cannot be read"),
        ("--positions /", "/: it cannot be read"),
        ("--positions=", "Name a file of positions, or - for standard input."),
    ],
)
def test_options_that_exclude_each_other_are_refused(options: str, sentence: str) -> None:
    done = run("search", "tictactoe", *options.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1


MISJUDGED = [
    ("connect_four", "......./o....../xx...../xo..o../xx.ox.o/oxoxoox"),  # the move of the search alone loses
    ("connect_four", "......./......./......o/x.x...o/o.oxoxx/ooxxoxx"),
    ("kalah", "2-4-1-6-0-0-15/0-2-2-1-1-1-13 X"),
    ("kalah", "0-1-4-2-0-1-11/0-2-0-2-0-12-13 X"),
    ("domineering", "....HH/.V...V/.V..VV/HH..V./....../...... H"),
    ("othello", "XXXX--X-XXOOOOXXXXXXOOXXX--XXXXOXXOOXXO-XXXXXOXXOOXXO-O---XX---O O"),
    (
        "othello",
        "-XO-O---X-OOXOOOXXOXOOXXX-XXOXXOXX-XXXO--XOOXXOX--XXOOXX--XX-OOX O",
    ),  # a win of 6, of which 1 is proven
]
"""Positions that a search of 20,000 nodes misjudges, and that the solver proves within as many."""


@pytest.mark.proof
@pytest.mark.parametrize(("name", "position"), MISJUDGED)
def test_a_limit_asks_the_solver_as_the_bot_does(name: str, position: str) -> None:
    where = ["search", name, "--position", position]
    alone = answer(*where, "--nodes", "20000", "--algorithm", "pvs")
    found = answer(*where, "--nodes", "20000")
    score = answer(*where, "--exact")["value"]
    sign = (score > 0) - (score < 0)
    assert not alone["proven"]
    assert (alone["value"] > 0) - (alone["value"] < 0) != sign
    assert (found["algorithm"], found["proven"], found["scores"]) == ("exact", True, "utility")
    if found["exact"]:
        assert found["value"] == (sign if name == "connect_four" else score)
    else:
        assert 0 < found["value"] < score
    bot = answer(*where, "--bot", "engine:nodes=20000")
    assert (found["move"], found["value"]) == (bot["move"], bot["value"])
    agrees(found, SearchRecord)
    plain, native = (answer(*where, "--nodes", "20000", way) for way in ("--plain", "--native"))
    assert plain == found | {"native": False, "seconds": ANY}
    assert native == found | {"native": True, "seconds": ANY}


@pytest.mark.proof
def test_a_limit_in_seconds_ends_with_the_proof() -> None:
    """A drawn position of Connect Four; a search of a second plays 3, which loses."""
    where = ["search", "connect_four", "--position", "274344442131"]
    found = answer(*where, "--seconds", "3600")
    assert (found["algorithm"], found["value"], found["exact"], found["seconds"] < 3600) == ("exact", 0, True, True)
    assert -answer("search", "connect_four", "--position", f"274344442131{found['move']}", "--exact")["value"] == 0
    assert [move["bound"] for move in found["moves"]] == ["exact"] + 6 * ["upper"]
    shown = run(*where, "--seconds", "3600").stdout
    assert "X to move. A draw with best play.\n" in shown
    assert "leaves" not in shown


STAG = """
from typing import NamedTuple
from plyground import rules


@rules
class Stag(NamedTuple):
    \"""Each hunter chooses the hare (0), for 3, or the stag (1), for 10 if all hunt it.\"""

    hunted: tuple[int, ...] = ()

    def to_move(self) -> int:
        return len(self.hunted)

    def players(self) -> int:
        return {players}

    def moves(self):
        yield from (0, 1)

    def play(self, move):
        return Stag((*self.hunted, move))

    def is_over(self) -> bool:
        return len(self.hunted) == {players}

    def utmost(self) -> int:
        return 10

    def utilities(self):
        return tuple(3 if move == 0 else 10 * min(self.hunted) for move in self.hunted)
"""


@pytest.mark.proof
@pytest.mark.parametrize("players", [2, 3])
def test_a_limit_keeps_the_solution_concept(players: int, tmp_path: Path) -> None:
    """All hunt the stag if each plays for itself; a hunter who fears all others takes the hare."""
    path = tmp_path / "stag.py"
    path.write_text(STAG.replace("{players}", str(players)))
    for limit in ((), ("--seconds", "3600"), ("--nodes", "1000"), ("--nodes", "1000", "--depth", "3")):
        found = answer("search", str(path), *limit, "--plain")
        assert (found["algorithm"], found["move"], found["value"], found["proven"]) == ("max-n", 1, 10, True)
        assert found["utilities"] == [10] * players
    feared = answer("search", str(path), "--nodes", "1000", "--algorithm", "paranoid", "--plain")
    assert (feared["algorithm"], feared["move"], feared["value"]) == ("paranoid", 0, 3)


# Many positions


def test_a_record_a_line_in_the_order_of_the_lines() -> None:
    """Comments, blank lines and whatever follows a position are left out; one that is none is named, and not the end."""
    lines = ["# mine", "", "x........ 0", "xo", "xx.oo....\twon", "  xxxoo....  ", "\x1b[31mred", "........."]
    lines.append("y" * 5000)
    done = run("search", "tictactoe", "--positions", "-", stdin="\ufeff" + "\n".join(lines))
    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert [record["line_number"] for record in records] == [3, 4, 5, 6, 7, 8, 9]
    for record in records:
        if "error" in record:
            agrees(record, LineErrorRecord)
        else:
            number = record.pop("line_number")
            agrees(record, SearchRecord)
            alone = answer("search", "tictactoe", "--position", lines[number - 1].split()[0])
            assert {**record, "seconds": 0} == {**alone, "seconds": 0}
    assert [record.get("move") for record in records] == [4, None, 2, None, None, 0, None]
    assert done.returncode == 2
    complaints = done.stderr.splitlines()
    assert [complaint.partition(":")[0] for complaint in complaints] == ["-, line 4", "-, line 7", "-, line 9"]
    assert records[1]["error"] in complaints[0]
    assert len(records[-1]["error"]) < 700
    assert "\x1b" not in done.stderr


def test_positions_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "ends.obf"
    file.write_text(
        "XXXXOOOOOOOOXXX- O; d4:+2\n"
        "-XXXOOOOOOOOXXX- X\n"
    )  # fmt: skip
    done = run("search", "othello:size=4", "--positions", str(file))
    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert (done.returncode, done.stderr) == (0, "")
    assert [record["position"][-1] for record in records] == ["O", "X"]
    empty = run("search", "tictactoe", "--positions", os.devnull)
    assert (empty.returncode, empty.stdout, empty.stderr) == (0, "", "")


def test_each_answer_comes_before_the_next_question() -> None:
    """A program can wait for each answer, and close the pipe."""
    program = subprocess.Popen(
        [sys.executable, "-m", "plyground", "search", "tictactoe", "--positions", "-"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT,
    )  # fmt: skip
    assert program.stdin is not None and program.stdout is not None
    for board in ("x........", "x...o....", "xx.oo...."):
        program.stdin.write(board + "\n")
        program.stdin.flush()
        assert json.loads(program.stdout.readline())["position"] == board
    program.stdout.close()
    program.stdin.write("x........\n" * 3)
    program.stdin.close()
    assert program.stderr is not None
    assert (program.stderr.read(), program.wait(PATIENCE)) == ("", 1)
    program.stderr.close()


# Exact scores


@pytest.mark.parametrize(
    ("name", "count"),
    sample([("end_easy.txt", 100), ("end_easy.txt", 1000), ("middle_easy.txt", 1000), ("middle_medium_200.txt", 200)], every=4),
)  # fmt: skip
def test_published_scores_of_connect_four(name: str, count: int, tmp_path: Path) -> None:
    """Each line of the data has the score behind the position."""
    lines = (DATA / "connect_four" / name).read_text().splitlines()[:count]
    file = tmp_path / "positions.txt"
    file.write_text("\n".join(lines))
    done = run("search", "connect_four", "--exact", "--positions", str(file))
    assert (done.returncode, done.stderr) == (0, "")
    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert [record["value"] for record in records] == [int(line.split()[1]) for line in lines]


@pytest.mark.proof
@pytest.mark.parametrize("count", [3, 12])
def test_published_scores_of_othello(count: int) -> None:
    """Numbers 1 to 12 of FForum; behind each position stand its moves and their scores, the best first."""
    lines = (DATA / "othello" / "ffo.obf").read_text().splitlines()[:count]
    done = run("search", "othello", "--exact", "--positions", "-", stdin="\n".join(lines))
    records = [json.loads(line) for line in done.stdout.splitlines()]
    for line, record in some(zip(lines, records, strict=True)):
        scores = {move.lower(): int(score) for move, score in re.findall(r"(\w\d):([+-]\d+)", line)}
        assert record["value"] == max(scores.values()) == scores[record["move"]]


def test_the_exact_score_is_the_published_one() -> None:
    """4 × 4 Othello is won by the second side, 11 stones to 3 (Wikipedia, Computer Othello); two cells stay empty."""
    found = answer("search", "othello:size=4", "--exact")
    agrees(found, ExactRecord)
    assert (found["value"], len(found["line"])) == (-10, 10)
    shown = run("search", "tictactoe", "--exact", "--position", "xx.oo....").stdout
    assert "X to move.\nProven score: 1\nBest move: 2\nBest line: 2\n" in shown
    position = ["--position", "274552224131661"]  # 0, as tests/data/connect_four/middle_medium_200.txt says
    together = answer("search", "connect_four", "--exact", "--native", "--threads", "2", "--memory", "4", *position)
    assert (together["value"], together["native"]) == (0, True)
    over = answer("search", "tictactoe", "--exact", "--position", "xxxoo....")
    assert (over["value"], over["move"], over["line"]) == (-1, None, [])
    assert "The game is over: X has won" in run("search", "tictactoe", "--exact", "--position", "xxxoo....").stdout


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ("tictactoe --exact --depth 3", "--depth has no effect with --exact"),
        ("tictactoe --threads 2", "Threads work together on a proof"),
        ("tictactoe --exact --threads 0", "'--threads'"),
        ("tictactoe --memory 64", "give --exact, too"),
        ("tictactoe --exact --algorithm pvs", "--algorithm has no effect with --exact"),
        ("dame --exact", "can repeat"),
    ],
)
def test_options_that_a_proof_lacks_are_refused(options: str, sentence: str) -> None:
    done = run("search", *options.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr


# Bots


def test_a_bot_is_asked_for_its_move(tmp_path: Path) -> None:
    found = answer("search", "tictactoe", "--bot", "engine:lines=3", "--position", "x...o....")
    agrees(found, BotMoveRecord)
    assert len(found["lines"]) == 3
    assert found["move"] == found["lines"][0]["line"][0]
    assert [line["value"] for line in found["lines"]] == [0, 0, 0]
    own = tmp_path / "my_bot.py"
    own.write_text("def choose(position):\n    return max(position.moves())\n")
    assert answer("search", "tictactoe", "--bot", str(own))["move"] == 8
    assert run("search", "tictactoe", "--bot", "expert").stdout.count("expert would play 4.") == 1


def test_each_position_of_a_file_is_shown_to_the_bot() -> None:
    done = run("search", "connect_four", "--bot", "depth-limited:depth=1", "--positions", "-", stdin="44\nx\n")
    first, second = map(json.loads, done.stdout.splitlines())
    assert (done.returncode, first["bot"], first["line_number"]) == (2, "depth-limited:depth=1", 1)
    assert set(second) == {"line_number", "error"}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["tictactoe", "--bot", "expert", "--depth", "2"], "--depth has no effect with --bot expert: leave it out."),
        (["tictactoe", "--bot", "human"], "A person plays this side: the move must come from them."),
        (["pig", "--bot", "random"], "Nobody chooses in this position: chance decides."),
        (["tictactoe", "--bot", "random", "--position", "xxxoo...."], "The game is over: no move can be made."),
    ],
)
def test_a_bot_that_cannot_answer_says_why(arguments: list[str], sentence: str) -> None:
    done = run("search", *arguments)
    assert (done.returncode, done.stderr.strip()) == (2, sentence)
