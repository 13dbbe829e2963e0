"""The command line, by the real program: what it prints, in JSON and in words, and how it fails."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from paths import DOCS
from program import ENVIRONMENT, PATIENCE, Terminal, agrees, answer, check_examples, run
from samples import sample

import plyground
from plyground.bots import bots_of
from plyground.cli.app import SUMMARIES
from plyground.cli.json_records import AuditRecord, BotRecord, GameRecord, OneGameRecord, PerftRecord, SolutionRecord
from plyground.games import GAMES
from plyground.games import game as game_named
from plyground.solvers.retrograde import solve
from plyground.solvers.sweep import Sweeper
from plyground.solvers.tablebase import write

# The program as a whole


def test_help_is_quick() -> None:
    """It imports neither the compiler nor the page nor the database."""
    program = (
        "import sys; from plyground.__main__ import main\ntry: main()\nfinally: print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", program, "--help"], capture_output=True, text=True, check=True)
    imported = set(done.stderr.split())
    assert "typer" in imported
    assert not imported & {
        "llvmlite",
        "numpy",
        "starlette",
        "sqlalchemy",
        "alembic",
        "babel",
        "asyncio",
    }
    assert len(imported) < 300


def test_the_help_page_begins_with_how_to_use_the_program() -> None:
    assert run("--help").stdout.startswith("Usage: plyground [OPTIONS] COMMAND")


@pytest.mark.parametrize("language", ["en", "pt_BR", "ro"])
def test_help_names_every_command_with_a_whole_sentence(language: str) -> None:
    listed = run("--help", LANGUAGE=language).stdout.partition("Commands:\n")[2]
    entries = re.findall(r"^  ([a-z-]+) +(\S.*(?:\n {10,}\S.*)*)", listed, re.MULTILINE)
    assert [name for name, _summary in entries] == list(SUMMARIES)
    for name, summary in entries:
        assert re.fullmatch(r"[A-ZÎȘȚ].*[^.]\.", " ".join(summary.split())), name


def test_the_version_is_that_of_the_package() -> None:
    assert run("--version").stdout == f"plyground {plyground.__version__}\n"


def test_the_installed_program_is_the_same() -> None:
    script = Path(sys.executable).with_name("plyground")
    if not script.exists():
        pytest.skip("the package is not installed with its program here")
    shown = subprocess.run([script, "--help"], capture_output=True, text=True, env=ENVIRONMENT, check=True).stdout
    assert shown == run("--help").stdout


@pytest.mark.parametrize(
    ("words", "completions"),
    sample(
        [
            ("plyground search ti", ["tictactoe"]),
            ("plyground audit tictactoe exper", ["expert", "expert-complete"]),
            ("plyground console --second mini", ["minimax"]),
            ("plyground search tictactoe --algorithm book", ["book-minimax", "book-alphabeta"]),
            ("plyground search tictactoe --convention c", ["cs188", "cosc367"]),
            ("plyground search tictactoe --scores l", ["level"]),
            ("plyground bots --game m", ["mnk"]),
            ("plyground se", ["search"]),
        ],
        every=8,
    ),
)
def test_a_shell_completes_names_of_commands_games_and_bots(words: str, completions: list[str]) -> None:
    done = run(_PLYGROUND_COMPLETE="complete_bash", COMP_WORDS=words, COMP_CWORD=str(len(words.split()) - 1))
    assert done.stdout.split() == completions


@pytest.mark.proof
def test_web_serves_the_page_until_ctrl_c() -> None:
    command = [sys.executable, "-m", "plyground", "web", "mnk:width=4,height=3,k=3", "--port", "0", "--no-browser"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT
    ) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == "plyground is starting ...\n"
        address = re.search(r"http://127\.0\.0\.1:\d+/\S*", program.stdout.readline())
        assert address is not None
        with urllib.request.urlopen(address[0]) as page:
            assert page.status == 200
        program.send_signal(signal.SIGINT)
        _more, complaint = program.communicate(timeout=PATIENCE)
    assert (program.returncode, complaint) == (0, "")


def test_plyground_alone_is_plyground_web() -> None:
    """Both want port 8080, which is taken here, by this test unless another program keeps it."""
    with contextlib.ExitStack() as stack:
        for _attempt in range(100):  # these tests may run twice at once
            with contextlib.suppress(OSError):
                stack.enter_context(socket.create_server(("127.0.0.1", 8080)))
                break
            time.sleep(0.1)
        alone, web = run(), run("web")
    assert (alone.returncode, alone.stderr) == (web.returncode, web.stderr) == (2, alone.stderr)
    assert "127.0.0.1, port 8080" in alone.stderr


# Wrong input


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["serch"], "No such command 'serch'"),
        (["--bogus"], "No such option: --bogus (see plyground --help)."),
        (["search"], "Missing argument 'GAME' (see plyground search --help)."),
        (["search", "tictactoe", "more"], "unexpected extra argument"),
        (["search", "tictactoe", "--depth", "x"], "'--depth'"),
        (["search", "tictactoe", "--depth", "0"], "from 1 to"),
        (["search", "tictactoe", "--depth", "-3"], "from 1 to"),
        (["search", "tictactoe", "--position"], "--position"),
        (
            ["search", "shogi"],
            "There is no game “shogi”; the games are: tictactoe, mnk, connect_four, ",
        ),
        (["search", "mnk:width=99"], "the option width must be a whole number from 1 to 15"),
        (["search", "mnk:k=9,width=3"], "no line of 9 fits"),
        (["search", "tictactoe", "--algorithm", "magic"], "There is no algorithm “magic”"),
        (["search", "tictactoe", "--convention", "mine"], "There is no convention “mine”"),
        (["search", "tictactoe", "--scores", "points"], "There are no scores “points”"),
        (["search", "tictactoe", "--ties", "coin"], "There is no choice of ties “coin”"),
        (["search", "tictactoe", "--evaluation", "open-lines"], "give a depth, or no evaluation"),
        (["search", "tictactoe", "--evaluation", "luck", "--depth", "2"], "no evaluation “luck”"),
        (["search", "tictactoe", "--position", "x"], "it has 1 character where 9 are needed"),
        (["search", "tictactoe", "--position", "xxxooo..."], "both sides have a winning line"),
        (["search", "\x1b[31mred"], "There is no game “\N{REPLACEMENT CHARACTER}[31mred”"),
        (["search", "tictactoe", "--position", "x" * 50_000], "it has 50,000 characters where 9 are needed"),
        (["games", "shogi"], "There is no game “shogi”"),
        (["tournament", "three", "random", "greedy"], "Greedy supports only two players"),
        (["bots", "nobody"], "There is no bot “nobody”"),
        (["bots", "expert", "--game", "mnk:width=4"], "for tic-tac-toe"),
        (["bots", "--game", "nothing"], "There is no game “nothing”"),
        (["dictionary", "build", "tictactoe", "--plies", "1" + "0" * 20], "'--plies'"),
        (["dictionary", "check", os.devnull], "it is empty."),
        (["web", "nothing"], "There is no game “nothing”"),
        (["web", "--port", "99999"], "'--port'"),
        (["cache"], "Missing command (see plyground cache --help)."),
        (["dictionary"], "Missing command (see plyground dictionary --help)."),
    ],
)
def test_wrong_input_is_refused_in_one_sentence(arguments: list[str], sentence: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stderr.endswith(".\n") or done.stderr.endswith("help).\n")
    assert len(done.stderr) < 1000
    assert "\x1b" not in done.stderr


EARLY = """
import os, signal, sys

class Press:  # Ctrl-C, while this module is looked for
    def find_spec(self, name, path, target=None):
        if name == {name!r}:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Press())
from plyground.__main__ import main
sys.argv[1:] = ["games"]
main()
"""


@pytest.mark.skipif(os.name == "nt", reason="signals end processes otherwise there")
@pytest.mark.parametrize("name", ["typer", "plyground.cli.commands.games"])
def test_interrupting_the_start_shows_no_traceback(name: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", EARLY.format(name=name)], capture_output=True, text=True, env=ENVIRONMENT, check=False
    )
    assert (done.returncode, done.stdout) == (130, "")
    assert "Traceback" not in done.stderr


DEFECT = """
import sys
from plyground import GAMES
from plyground.__main__ import main
GAMES.add("broken", lambda: 1 // 0)
sys.argv[1:] = ["search", "broken"]
main()
"""


@pytest.mark.parametrize("writable", sample([True, False], every=2))
def test_a_defect_is_told_in_a_sentence_and_kept_in_a_file(tmp_path: Path, writable: bool) -> None:
    home = tmp_path if writable else Path(os.devnull)
    done = subprocess.run(
        [sys.executable, "-c", DEFECT],
        capture_output=True,
        text=True,
        env=ENVIRONMENT | {name: str(home) for name in ("HOME", "XDG_STATE_HOME", "LOCALAPPDATA")},
        check=False,
    )
    assert (done.returncode, done.stdout) == (70, "")
    assert done.stderr.count("\n") == 1
    assert "Please report it" in done.stderr
    if writable:
        (log,) = tmp_path.rglob("errors.log")
        assert f"with the details in {log}." in done.stderr
        assert "ZeroDivisionError" in log.read_text()
        assert "'search' 'broken'" in log.read_text()
    else:
        assert "its details could not be saved" in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
@pytest.mark.parametrize("command", sample(["games", "search tictactoe --json"], every=2))
def test_a_full_disk_is_told_in_a_sentence(command: str) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "plyground", *command.split()],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env=ENVIRONMENT,
            check=False,
        )
    assert done.returncode == 74
    assert done.stderr == "The system refused: [Errno 28] No space left on device.\n"


@pytest.mark.parametrize(
    "command", sample(["games", "bots --json", "console --first minimax --second minimax"], every=3)
)
def test_a_reader_that_leaves_is_no_error(command: str) -> None:
    program = subprocess.Popen(
        [sys.executable, "-m", "plyground", *command.split()],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
    )
    assert program.stdout is not None
    program.stdout.close()
    _nothing, complaint = program.communicate()
    assert complaint == b""
    assert program.returncode == 1


@pytest.mark.skipif(os.name != "posix", reason="a POSIX shell closes the streams")
@pytest.mark.parametrize(
    ("closed", "code"), sample([("<&-", 0), (">&-", 0), ("2>&-", 0), ("<&- >&- 2>&-", 0)], every=4, first=3)
)
def test_closed_streams_are_no_error(closed: str, code: int) -> None:
    command = f'"{sys.executable}" -m plyground console {closed}'
    done = subprocess.run(["sh", "-c", command], input="", capture_output=True, text=True, env=ENVIRONMENT, check=False)
    assert (done.returncode, done.stderr) == (code, "")


@pytest.mark.parametrize("encoding", sample(["ascii", "latin-1"], every=2))
def test_letters_that_a_terminal_does_not_know_are_no_error(encoding: str) -> None:
    done = run("search", "tictactoe", PYTHONIOENCODING=encoding)
    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(r"^1 +<= 0$", done.stdout, re.MULTILINE)  # for ≤


def test_letters_lose_their_accents_where_a_terminal_has_none() -> None:
    shown = run("bots", "expert", LANGUAGE="ro", PYTHONIOENCODING="ascii").stdout
    assert "Urmeaza cinci reguli, in ordine" in shown
    assert "?" not in shown


# Games and bots


def test_every_game_is_listed_with_its_classification() -> None:
    shown = run("games").stdout
    for entry in GAMES:
        assert re.search(
            rf"^{entry.name} .* (partially )?observable, (deterministic|with chance), sequential, static, discrete, \d agents ",
            shown,
            re.MULTILINE,
        )
        for option in entry.options:
            assert re.search(rf"{option.name} +{option.default} +{option.meaning}", shown)
    assert answer("games")[0]["name"] == "tictactoe"
    assert answer("games", "mnk:width=5,k=4")["name"] == "mnk:width=5,height=4,k=4"
    assert "6 |  7" in run("games", "mnk:width=4,height=3,k=3").stdout
    card = answer("games", "othello")
    assert (card["values"][0]["value"], card["sequences"][:4]) == ("0", [4, 12, 56, 244])
    assert "won by 10" in run("games", "kalah").stdout


def test_every_bot_is_listed_with_its_classification() -> None:
    shown = run("bots").stdout
    listed = {record["name"]: record for record in answer("bots")}
    known = [entry for entry, _bot in bots_of(game_named("tictactoe"))]
    assert list(listed) == [entry.name for entry in known]
    for entry in known:
        assert re.search(rf"^{entry.name} .*(plans ahead|acts on the present position)", shown, re.MULTILINE)
        for option in entry.options:
            assert re.search(rf"^{option.name} .*{re.escape(entry.name)}", shown, re.MULTILINE)
        if entry.name not in ("human", "dictionary"):
            assert answer("bots", entry.name)["name"] == entry.name
    acts = {name for name, record in listed.items() if not record["plans_ahead"]}
    assert {"random", "greedy", "expert", "expert-complete"} <= acts
    assert not {"minimax", "alphabeta", "static-cutoff", "depth-limited"} & acts
    assert not listed["random"]["deterministic"]


def test_a_bot_that_refuses_tic_tac_toe_is_shown_for_a_game_that_it_plays() -> None:
    assert "Pig" in run("bots", "expectiminimax").stdout


def test_bots_of_another_game_are_those_that_play_it() -> None:
    names = {record["name"] for record in answer("bots", "--game", "mnk:width=4,height=3,k=3")}
    assert "minimax" in names
    assert "expert" not in names


def test_the_experts_rules_are_shown_in_their_order() -> None:
    rules = [rule["name"] for rule in answer("bots", "expert")["rules"]]
    assert rules == ["win", "block", "centre", "corner", "edge"]
    numbered = re.findall(r"^ +(\d)  (\w+)", run("bots", "expert").stdout, re.MULTILINE)
    assert numbered == [(str(place), rule) for place, rule in enumerate(rules, 1)]
    assert answer("bots", "minimax")["rules"] == []
    assert re.search(r"^ +3  centru +Ocup", run("bots", "expert", LANGUAGE="ro").stdout, re.MULTILINE)


@pytest.mark.parametrize("command", sample(["games", "bots", "bots expert", "search tictactoe"], every=4))
def test_tables_are_drawn_on_a_terminal(command: str) -> None:
    pytest.importorskip("pty")
    with Terminal(*command.split()) as terminal:
        code, shown = terminal.leave()
    assert code == 0
    assert "\x1b[1m" in shown
    assert "───" in shown
    lines = re.sub(r"\x1b\[[\d;]*m", "", shown).splitlines()
    assert max(map(len, lines)) <= 80


# Examples of the documentation


@pytest.mark.proof
def test_the_examples_of_the_commands_do_what_they_show() -> None:
    assert check_examples(DOCS / "commands.md") >= 10


def test_the_schemas_of_games_and_bots() -> None:
    agrees(answer("games"), list[GameRecord])
    agrees(answer("games", "tictactoe"), OneGameRecord)
    agrees(answer("bots"), list[BotRecord])


def test_the_schema_of_perft() -> None:
    perft = answer("perft", "tictactoe", "3")
    agrees(perft, PerftRecord)
    assert perft["nodes"] == 9 * 8 * 7


def test_perft_of_the_slides() -> None:
    """Two moves of each side from the empty board: 9·8·7·6 lines (no line is complete before)."""
    assert answer("perft", "tictactoe", "4")["nodes"] == 3024


def test_the_schema_of_audit() -> None:
    audit = answer("audit", "tictactoe", "expert")
    agrees(audit, AuditRecord)
    assert list(audit) == ["game", "bot", "first", "second"]


# Solving


def test_a_game_is_solved_in_words_and_for_programs(tmp_path: Path) -> None:
    table = tmp_path / "table"
    shown = run("solve", "dame:size=3", "-o", str(table)).stdout
    assert re.search(r"reachable from the start +3,312", shown)
    assert re.search(r"reachable from the start +not counted", run("solve", "dame:size=3", "--no-reachable").stdout)
    assert "O begins. A draw with best play." in shown
    record: Any = answer("solve", "dame:size=3", "-o", str(table), "--resume", "--threads", "1")
    assert record == {
        "game": "dame:size=3",
        "positions": 3360,
        "terminal": 78,
        "win": 180,
        "loss": 14,
        "draw": 3088,
        "reachable": 3312,
        "longest_win": 3,
        "histogram": {"0": 6, "1": 168, "2": 8, "3": 12},
        "start_value": "draw",
        "start_distance": None,
        "best_moves": ["a1-a2", "a1-b2", "b1-a2", "b1-b2", "b1-c2", "c1-b2", "c1-c2"],
        "start_grundy": None,
    }
    agrees(record, SolutionRecord)
    assert "every value follows" in run("verify", str(table)).stdout
    sampled = run("verify", str(table), "--sample", "500", "--seed", "3")
    assert "the values of 500 positions, drawn by chance, follow" in sampled.stdout


def test_grundy_numbers_are_told_where_there_are_any() -> None:
    record = answer("solve", "nim")
    assert (record["start_value"], record["best_moves"], record["start_grundy"]) == ("win", ["a2"], 2)
    agrees(record, SolutionRecord)
    assert "Grundy number of the start: 1." in run("solve", "subtraction:heap=9").stdout
    assert "Grundy" not in run("solve", "nim:play=misere").stdout


@pytest.mark.nightly
def test_a_game_without_numbers_is_solved_forwards() -> None:
    record = answer("solve", "othello:size=4")
    assert record["positions"] == record["reachable"] == record["terminal"] + record["win"] + record["loss"] + record["draw"]  # fmt: skip
    assert record["start_value"] == "loss"
    assert "without -o" in run("solve", "othello:size=4", "-o", "table").stderr


def test_a_wrong_table_is_found_out(tmp_path: Path) -> None:
    race = game_named("dame:size=3")
    solved = solve(race.start, Sweeper(native=False))
    solved.codes[100] = 5
    write(tmp_path / "table", race, solved)
    done = run("verify", str(tmp_path / "table"))
    assert done.returncode == 1
    assert "do not follow from their successors'" in done.stdout
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "command", [("exercise", "new"), ("exercise", "mark"), ("dictionary", "show"), ("solve", "tictactoe", "--output")]
)
def test_a_name_that_no_file_can_have_is_refused_in_one_sentence(command: tuple[str, ...]) -> None:
    done = run(*command, "x" * 300)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(r"“x+ … x+” is not a valid file name: File name too long\.\n", done.stderr)
