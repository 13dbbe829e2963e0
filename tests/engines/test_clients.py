"""Programs that keep their protocol play; programs that break it are told in one sentence and leave nothing behind."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import fake_engine
import pytest
from hypothesis import given
from hypothesis import strategies as st
from program import PATIENCE
from samples import sample
from typer.testing import CliRunner

from plyground import game
from plyground.bots import Choice
from plyground.bots import bot as bot_named
from plyground.bots.bot_process import BotFault, Fault, LocalBot
from plyground.bots.external import ExternalBot, value_in_words
from plyground.cli.commands.engines import engines
from plyground.engines import EngineConfig, History, Info, Score, connect
from plyground.engines.client import MARGIN_S, Question
from plyground.engines.compliance import examine, is_repeated
from plyground.engines.config import configured_engines
from plyground.engines.dialects import GTP_DIALECTS, UCI_DIALECTS
from plyground.engines.uci import read_info
from plyground.errors import EngineDied, EngineError, EngineIllegalMove, EngineResigned, EngineTimeout, PlygroundError
from plyground.i18n import _
from plyground.searches import Limit

TICTACTOE = game("tictactoe")
SHORT = Limit(seconds=0.05)
GAMES_PATH = os.environ["PATH"] + ":/usr/games"


def fake(manner: str, **options: str) -> EngineConfig:
    return EngineConfig("fake", "ugi", (sys.executable, fake_engine.__file__, manner), options, ("tictactoe",))


def real(name: str, protocol: str) -> EngineConfig:
    """Return a program of this computer; skip the test where it is missing, but not in CI."""
    path = shutil.which(name, path=GAMES_PATH)
    if path is None:
        assert not os.environ.get("CI"), f"{name} is missing"
        pytest.skip(f"{name} is not installed")
    return EngineConfig(name, protocol, (path,))


def is_alive(pid: int) -> bool:
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


def wait_for_end(*pids: int) -> None:
    end = time.monotonic() + PATIENCE
    while any(map(is_alive, pids)):
        assert time.monotonic() < end, "a process was left behind"
        time.sleep(0.01)


def test_a_program_plays_and_reports() -> None:
    reports: list[Info] = []
    with connect(fake("good", Level="3"), TICTACTOE) as engine:
        answer = engine.play(TICTACTOE.start, SHORT, report=reports.append)
    assert engine.title == "Fake"
    assert answer == (0, Info(3, Score(points=12), 99, 0.007, ("0", "1")))
    assert reports == [answer.info]


@pytest.mark.parametrize(
    ("score", "number"),
    [(Score(points=-30), -30), (Score(mate=2), 29_998), (Score(mate=-3), -29_997), (Score(), None)],
)
def test_a_mate_is_a_number_beyond_all_values(score: Score, number: int | None) -> None:
    assert score.number == number


def test_the_history_is_told_by_its_moves() -> None:
    lines: list[str] = []
    after = TICTACTOE.start.play(4)
    with connect(fake("good"), TICTACTOE, lambda direction, line: lines.append(line)) as engine:
        assert engine.play(after, SHORT, (TICTACTOE.start,)).move == 0
        engine.play(after, SHORT)  # nobody knows how it came about
    assert "position startpos moves 4" in lines
    assert f"position fen {TICTACTOE.notation.format(after)}" in lines


@pytest.mark.parametrize(
    ("manner", "kind", "said"),
    [
        ("dead", EngineDied, "fake failed: it ended with status 3: cannot find my book."),
        (
            "illegal",
            EngineIllegalMove,
            "fake failed: it answered “z9”: “z9” is not a cell: cells are numbered from 0 to 8.",
        ),
        pytest.param("flood", EngineDied, "it wrote too much output", marks=pytest.mark.proof),
        ("dies", EngineDied, "it ended with status 7"),
    ],
)
def test_a_program_that_misbehaves_is_told_in_a_sentence(manner: str, kind: type[EngineError], said: str) -> None:
    with pytest.raises(kind) as caught, connect(fake(manner), TICTACTOE) as engine:
        engine.play(TICTACTOE.start, Limit(seconds=600))
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_program_that_says_nothing_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.engines.uci.START_TIMEOUT_S", 0.2)
    with pytest.raises(EngineTimeout, match="no “ugiok” came"):
        connect(fake("silent"), TICTACTOE)


def test_a_program_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.engines.client.MARGIN_S", 0.2)
    with connect(fake("hangs"), TICTACTOE) as engine, pytest.raises(EngineTimeout, match="no “bestmove” came"):
        engine.play(TICTACTOE.start, SHORT)


def test_a_gtp_program_that_hangs_is_given_up_after_one_margin(monkeypatch: pytest.MonkeyPatch) -> None:
    from plyground.engines import gtp

    asked: dict[str, float] = {}
    ask = gtp.GtpClient.ask

    def heard(self: gtp.GtpClient, command: str, timeout_s: float, question: Question | None = None) -> str:
        asked[command.split()[0]] = timeout_s
        return ask(self, command, timeout_s, question)

    monkeypatch.setattr(gtp.GtpClient, "ask", heard)
    limit = Limit(seconds=0.1)
    config = EngineConfig("fake", "gtp", (sys.executable, fake_engine.__file__, "good", "gtp"), {}, ("othello",))
    with connect(config, game("othello")) as engine:
        assert engine.play(game("othello").start, limit).move in game("othello").start.moves()
    assert asked["genmove"] == Question(limit).timeout_s == 0.1 + MARGIN_S


def test_lines_that_cannot_be_read_are_passed_over() -> None:
    with connect(fake("rubbish"), TICTACTOE) as engine:
        assert engine.play(TICTACTOE.start, SHORT).move == 0


@pytest.mark.parametrize(
    "line",
    [
        "score cp " + "9" * 400,
        "score mate -" + "9" * 20,
        "depth -5 score cp 3",
        "nodes " + "9" * 5000,
        "time 99999999999999999999",
        "nodes -1",
    ],
)
def test_a_number_that_nobody_can_believe_is_passed_over(line: str) -> None:
    """A score of 400 digits ended the game in a traceback when it was shown."""
    assert read_info(line.split(), Info(depth=2)) == Info(depth=2)


@pytest.mark.parametrize(
    ("score", "words"),
    [
        (Score(mate=1), "a win in 1 move"),
        (Score(mate=-2), "a loss in 2 moves"),
        (Score(points=10**15 - 1), "+9999999999999.99 in its own units"),
    ],
)
def test_a_programs_value_is_told_in_words(score: Score, words: str) -> None:
    assert str(value_in_words(score)) == words


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(EngineError, match="it has no option “Contempt”"):
        connect(fake("good", Contempt="3"), TICTACTOE)


def test_a_missing_program_is_said() -> None:
    with pytest.raises(EngineError, match="it cannot be started"):
        connect(EngineConfig("none", "ugi", ("/no/such/program",)), TICTACTOE)


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize("ending", sample(["close", "kill"], every=2))
def test_nothing_is_left_behind(ending: str) -> None:
    """Neither the program nor what it has started, in a session of its own, too; also when plyground is killed."""
    script = f"""
import sys, time
from plyground import game
from plyground.engines import EngineConfig, connect
from plyground.searches import Limit
found = []
config = EngineConfig("fake", "ugi", {(sys.executable, fake_engine.__file__, "children")!r}, {{}}, ("tictactoe",))
engine = connect(config, game("tictactoe"), lambda way, line: found.append(line))
engine.play(game("tictactoe").start, Limit(seconds=1))
print(next(line for line in found if line.startswith("info string")), flush=True)
if sys.stdin.readline().strip() == "close":
    engine.close()
"""
    with subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        pids = [int(word) for word in process.stdout.readline().split()[2:]]
        assert len(pids) == 3 and all(map(is_alive, pids))
        if ending == "kill":
            process.send_signal(signal.SIGKILL)
        else:
            process.stdin.write("close\n")
            process.stdin.flush()
    wait_for_end(*pids)


@pytest.mark.proof
def test_fairy_stockfish_keeps_uci() -> None:
    findings = list(examine(real("fairy-stockfish", "uci"), game("breakthrough")))
    assert len(findings) == 7
    assert all(finding.passed for finding in findings), findings


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["chess", "chess:start=100"])
def test_stockfish_keeps_uci(name: str) -> None:
    findings = list(examine(real("stockfish", "uci"), game(name)))
    assert len(findings) == 7
    assert all(finding.passed for finding in findings), findings


def test_stockfish_counts_as_we_do() -> None:
    """Its perft of a start of Chess960 and of Kiwipete, each first move's share."""
    for name, fen in (
        ("chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
        ("chess:start=342", game("chess:start=342").notation.format(game("chess:start=342").start)),
    ):
        known = game(name)
        start, dialect = known.notation.parse(fen), UCI_DIALECTS["chess"]
        with connect(real("stockfish", "uci"), known) as engine:
            engine.program.send(f"position fen {fen}")
            engine.program.send("go perft 3")
            counts: dict[str, int] = {}
            while (line := engine.program.read(60, "perft")) is not None:
                word, colon, number = line.partition(": ")
                if line.startswith("Nodes searched"):
                    break
                if colon and number.isdecimal():
                    counts[word] = int(number)
        ours = {
            dialect.word(known, start, move): sum(
                1 for reply in start.play(move).moves() for _move in start.play(move).play(reply).moves()
            )
            for move in start.moves()
        }
        assert counts == ours


def test_grhino_keeps_gtp() -> None:
    findings = list(examine(real("gtp-rhino", "gtp"), game("othello")))
    assert len(findings) == 6
    assert all(finding.passed for finding in findings), findings


def test_fairy_stockfish_counts_as_we_do() -> None:
    """Its perft of Breakthrough, by its own rules: 11,132 sequences of three moves, and each first move's share."""
    breakthrough = game("breakthrough")
    with connect(real("fairy-stockfish", "uci"), breakthrough) as engine:
        engine.program.send("position startpos")
        engine.program.send("go perft 3")
        counts: dict[str, int] = {}
        while (line := engine.program.read(60, "perft")) is not None:
            name, colon, number = line.partition(": ")
            if line.startswith("Nodes searched"):
                assert number == "11132"
                break
            if colon:
                counts[name] = int(number)
    start = breakthrough.start
    ours = {
        breakthrough.notation.format_move(start, move).replace("-", ""): sum(
            1 for reply in start.play(move).moves() for _move in start.play(move).play(reply).moves()
        )
        for move in start.moves()
    }
    assert counts == ours


def test_fairy_stockfish_reads_our_positions() -> None:
    """A position without a past is sent as a FEN: it must answer with one of its legal moves, for either side."""
    breakthrough = game("breakthrough")
    position = breakthrough.start
    with connect(real("fairy-stockfish", "uci"), breakthrough) as engine:
        for _ply in range(4):
            move = engine.play(position, Limit(nodes=200)).move
            position = breakthrough.play(position, move)
    dialect = UCI_DIALECTS["breakthrough"]
    assert dialect.position(breakthrough, dialect.fen(breakthrough, position)) == position


def test_a_bot_starts_its_program_and_starts_it_anew_after_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    bot = ExternalBot(TICTACTOE, fake("dies"))
    for _attempt in range(2):
        with pytest.raises(EngineDied):
            bot.choose(TICTACTOE.start)
    bot = ExternalBot(TICTACTOE, fake("good"))
    choice = bot.choose(TICTACTOE.start)
    assert choice.move == 0
    assert str(choice.reason) == "Fake values it at +0.12 in its own units; its line: 0 1."
    bot.close()


@pytest.mark.proof
def test_a_configured_program_is_a_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a process of its own, as players are found once."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    command = f"{sys.executable} {fake_engine.__file__} good"
    added = subprocess.run(
        [sys.executable, "-m", "plyground", "engines", "add", "fake", "--protocol", "ugi", "--command", command, "--game", "tictactoe"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert added.returncode == 0, added.stderr
    assert "Fake is set up as “fake” for Tic-tac-toe" in added.stdout
    played = subprocess.run(
        [sys.executable, "-m", "plyground", "console", "tictactoe", "--first", "fake", "--second", "fake"],
        input="", capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "Fake values it at +0.12" in played.stdout, played.stderr
    assert played.returncode == 0


def test_a_program_in_this_folder_is_found_from_every_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "configuration"))
    monkeypatch.chdir(tmp_path)
    own = tmp_path / "own"
    own.write_text(f"#!/bin/sh\nexec '{sys.executable}' '{fake_engine.__file__}' good\n")
    own.chmod(0o700)
    added = CliRunner().invoke(
        engines, ["add", "own", "--protocol", "ugi", "--command", "./own", "--game", "tictactoe"]
    )
    assert added.exit_code == 0, added.output
    assert configured_engines()["own"].command == (str(own),)


def test_bots_without_configuration_are_as_ever() -> None:
    assert bot_named("minimax", TICTACTOE)


@given(st.lists(st.sampled_from(["depth", "score", "cp", "mate", "pv", "nodes", "time", "multipv", "1", "-2", "x"])))
def test_any_report_is_read_or_passed_over(words: list[str]) -> None:
    assert isinstance(read_info(words, Info()), Info)


@pytest.mark.parametrize("name", sample(["breakthrough", "chess", "go", "othello"], every=4))
@given(st.data())
def test_moves_come_back_as_they_were_written(name: str, data: st.DataObject) -> None:
    known = game(name)
    position, past = known.start, []
    dialects = [table[name] for table in (UCI_DIALECTS, GTP_DIALECTS) if name in table]
    for _ply in range(data.draw(st.integers(0, 12))):
        if position.is_over():
            break
        for move in position.moves():
            for dialect in dialects:
                assert dialect.move(known, position, dialect.word(known, position, move)) == move
        past.append(position)
        position = position.play(data.draw(st.sampled_from(list(position.moves()))))
    history = History.of(known, position, past)
    assert history.positions == [*past, position]


def test_a_program_without_set_game_plays_go_unless_its_game_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """GNU Go accepts a board of Othello's size, and would play Go on it."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    command = f"{sys.executable} {fake_engine.__file__} good gtp"
    added = CliRunner().invoke(engines, ["add", "first", "--protocol", "gtp", "--command", command])
    assert added.exit_code == 0, added.output
    added = CliRunner().invoke(
        engines, ["add", "named", "--protocol", "gtp", "--command", command, "--game", "othello"]
    )
    assert added.exit_code == 0, added.output
    assert {name: config.games for name, config in configured_engines().items()} == {
        "first": ("go",),
        "named": ("othello",),
    }


def test_a_check_starts_a_program_that_ended_again_for_the_next_question() -> None:
    findings = list(examine(fake("dies"), TICTACTOE))
    assert [finding.passed for finding in findings] == [True, False, False, False, False, False, True]
    assert {str(finding.detail) for finding in findings[1:6]} == {"it ended with status 7"}


@pytest.mark.proof
def test_a_check_tells_a_late_answer_from_a_missing_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.engines.client.MARGIN_S", 0.0)
    findings = list(examine(fake("late"), TICTACTOE))
    assert "“bestmove” came 1 second later: the program looks at its clock" in str(findings[1].detail)


def test_a_repeated_position_ends_the_game_of_a_check() -> None:
    """Programs stop there, so that no move of them can be asked for."""
    chess = game("chess")
    position, past = chess.start, list[object]()
    for count, word in enumerate(("Nf3", "Nf6", "Ng1", "Ng8") * 2):
        assert not is_repeated(chess, position, past), count
        past.append(position)
        position = position.play(chess.notation.parse_move(position, word))
    assert is_repeated(chess, position, past)


@pytest.mark.parametrize(
    ("error", "fault"),
    [
        (EngineIllegalMove("fake", _("it answered “z9”")), Fault.ILLEGAL),
        (EngineTimeout("fake", "bestmove", 5), Fault.LATE),
        (EngineResigned("fake"), Fault.RESIGNED),
        (EngineDied("fake", _("it ended with status 7")), Fault.CRASH),
    ],
)
def test_a_failed_program_loses_its_game_by_what_it_did(error: PlygroundError, fault: Fault) -> None:
    class Failing(ExternalBot):
        def choose(self, position: object, thought: object = None) -> Choice:
            raise error

    bot = LocalBot(TICTACTOE)
    bot._seat._bot = Failing(TICTACTOE, fake("good"))
    with pytest.raises(BotFault) as caught:
        bot.choose(TICTACTOE.start)
    assert caught.value.fault is fault


def test_a_message_leaves_out_the_folders_of_a_program() -> None:
    """Visitors of the page read it."""
    program = "import sys; sys.exit('/home/ana/bots/nn.py: no file /srv/weights/best.bin, 3/4 read at https://a.org/x')"
    with pytest.raises(EngineDied) as caught:
        connect(EngineConfig("secret", "ugi", (sys.executable, "-c", program)), TICTACTOE)
    assert str(caught.value).endswith("it ended with status 1: nn.py: no file best.bin, 3/4 read at https://a.org/x.")
    with pytest.raises(EngineError, match=r"cannot be started[^/]*$"):
        connect(EngineConfig("none", "ugi", ("/home/ana/program",)), TICTACTOE)
    card = ExternalBot(TICTACTOE, fake("good")).card
    assert card.source == "" and str(card.foresight) == "may plan ahead"


CHATTY = """
import sys
print('Starting ...\\nBoardSize: 9', flush=True)
for line in sys.stdin:
    word = line.split()[0] if line.split() else ''
    if word == 'genmove':
        print('* thinking\\n\\nW+6.5', flush=True)
    answers = {'name': '= chatty', 'list_commands': '= boardsize\\nclear_board\\nplay\\ngenmove', 'genmove': '= E5'}
    print(answers.get(word, '='), end='\\n\\n', flush=True)
    if word == 'quit':
        break
"""


def test_text_before_an_answer_of_gtp_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "chatty.py"
    path.write_text(CHATTY)
    config = EngineConfig("chatty", "gtp", (sys.executable, str(path)))
    go = game("go")
    with connect(config, go) as engine:
        assert engine.title == "chatty"
        assert go.notation.format_move(go.start, engine.play(go.start, Limit(seconds=0.1)).move) == "E5"
