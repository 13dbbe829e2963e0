"""Bots from files: what they may be, and what they may do only to themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from samples import sample

from plyground import game
from plyground.arena.audit import Choices, audit
from plyground.arena.match import Match
from plyground.bots import BOTS, Bot, load_bot
from plyground.bots import bot as bot_named
from plyground.bots.bot_file import FileBot
from plyground.bots.bot_process import BotFault, BotProcess, Fault
from plyground.cli.console import Console
from plyground.core.game import SECOND, Game
from plyground.errors import FileError, SearchError, SpecError

TICTACTOE = game("tictactoe")
CENTRE = 4
Maker = Callable[..., Bot]
"""Write a text into a file, and return its bot."""


@pytest.fixture
def bot(tmp_path: Path) -> Iterator[Maker]:
    """Return a bot whose file has this text."""

    def make(text: str, options: str = "", of: Game = TICTACTOE) -> Bot:
        path = tmp_path / "my_bot.py"
        path.write_text(text)
        return load_bot(f"{path}{options}", of)

    yield make
    if "my_bot" in BOTS:
        BOTS.remove("my_bot")


@pytest.mark.parametrize(
    "text",
    sample(
        [
            "def choose(position):\n    return 4",
            "def choose(position):\n    return '4'",
            "class Bot:\n    def choose(self, position):\n        return self.best\n    best = 4",
            "def evaluate(position):\n    return 9 if 4 in position.moves() else -1.5",
            "class Judge:\n    def value(self, position):\n        return 9 if 4 in position.moves() else -1.5",
        ],
        every=5,
    ),
    ids=["number", "word", "class", "evaluation", "class of an evaluation"],
)
def test_a_file_chooses_moves(bot: Maker, text: str) -> None:
    depth = ":depth=1" if "evaluate" in text or "value" in text else ""
    assert bot(text, depth).choose(TICTACTOE.start).move == CENTRE


def test_the_bot_of_a_file_answers_to_the_name_of_the_file(bot: Maker) -> None:
    bot("def choose(position):\n    return 4")
    assert bot_named("my_bot", TICTACTOE).choose(TICTACTOE.start).move == CENTRE


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("def choose(position):\n    return 4", "may plan ahead"),
        ("def evaluate(position):\n    return 9", "plans ahead"),
    ],
)
def test_the_card_of_a_file_says_if_it_is_known_to_plan_ahead(bot: Maker, text: str, said: str) -> None:
    assert str(bot(text).card.foresight) == said


def test_a_name_runs_no_file() -> None:
    with pytest.raises(SpecError):
        bot_named("my_bot.py", TICTACTOE)


def test_chance_begins_anew_in_each_position(bot: Maker) -> None:
    chosen = bot("import random\ndef choose(position):\n    return random.choice(list(position.moves()))", ":seed=3")
    moves = {Choices(TICTACTOE, chosen).move(TICTACTOE.start) for _time in range(3)}
    assert len(moves) == 1


HOSTILE = {
    "raise ValueError('no')": "ValueError",
    "return 9": "not legal: 9",
    "return 'a9'": "not legal",
    "return None": "not legal",
    "raise SystemExit": "SystemExit",
    "import os; os._exit(3)": "exit code 3",
    "import os; os.fork(); return 0": "os.fork",
    "import subprocess; subprocess.run(['true']); return 0": "Popen",
    "open('stolen.txt', 'w').write('x'); return 0": "may not write",
    "import os; open(f'/proc/{os.getppid()}/mem', 'rb').read(9); return 0": "its own folder",
    "import socket; socket.create_connection(('127.0.0.1', 80)); return 0": "may not do this: socket",
    "import ctypes; ctypes.CDLL(None).abort()": "may not do this: ctypes",
    "import os; os.kill(os.getppid(), 9); return 0": "os.kill",
    "rows = [bytearray(1 << 24) for row in range(1000)]": "memory",
    "return choose(position)": "RecursionError",
    "print('x' * 100000); import os; [os.write(fd, b'rubbish' * 99) for fd in (1, 2)]; return 4": "",
}


@pytest.mark.parametrize(("body", "said"), sample(HOSTILE.items(), every=5), ids=HOSTILE.values())
def test_faults_of_a_bot_s_code_are_told_in_one_sentence(bot: Maker, body: str, said: str) -> None:
    chosen = bot(f"def choose(position):\n    {body}")
    if not said:
        assert chosen.choose(TICTACTOE.start).move == CENTRE
        return
    with pytest.raises(SearchError, match="my_bot: ") as caught:
        chosen.choose(TICTACTOE.start)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_rubbish_on_every_open_file_ends_the_bot_alone(bot: Maker) -> None:
    body = "import os\ndef choose(position):\n    for fd in range(3, 4096):\n        try: os.write(fd, b'\\0\\0\\0\\5hello')\n        except OSError: pass\n    return 4"  # fmt: skip
    with pytest.raises(SearchError, match="unreadable"):
        bot(body).choose(TICTACTOE.start)


def test_a_bot_that_does_not_return_is_ended(tmp_path: Path) -> None:
    loop = "def choose(position):\n    while True: pass"
    process = BotProcess(TICTACTOE)
    path = tmp_path / "loop.py"
    path.write_text(loop)
    bot = load_bot(str(path), TICTACTOE)
    assert isinstance(bot, FileBot)
    program = bot.program
    BOTS.remove("loop")
    process.prepare(program, 0)
    with pytest.raises(BotFault) as caught:
        process.choose(TICTACTOE.start, patience=0.2)
    assert caught.value.fault is Fault.LATE
    process.prepare("random:seed=1", 0)  # the next bot gets a new process
    assert process.choose(TICTACTOE.start).move in range(9)
    process.end()


def test_a_file_plays_in_the_console_and_is_audited(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "first_free.py"
    path.write_text("def choose(position):\n    return min(position.moves())")
    console = Console(Match(TICTACTOE), ("human", str(path)), say=lambda *_spans: None)
    console.start()
    console.take("j 4")
    assert console.match.moves == (CENTRE, 0)
    assert audit(Choices(TICTACTOE, load_bot(str(path), TICTACTOE)), SECOND).total.losses > 0
    BOTS.remove("first_free")


@pytest.mark.parametrize(
    ("text", "said"),
    [("x = 1", "there is no bot in it"), ("def choose(:", "not valid Python"), ("import os", "no bot")],
)
def test_a_file_without_a_bot_is_refused(bot: Maker, text: str, said: str) -> None:
    with pytest.raises(FileError, match=said):
        bot(text)


def test_a_file_that_is_not_there_or_has_the_name_of_a_bot_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileError):
        load_bot(str(tmp_path / "none.py"), TICTACTOE)
    (tmp_path / "random.py").write_text("def choose(position):\n    return 0")
    with pytest.raises(FileError, match="already"):
        load_bot(str(tmp_path / "random.py"), TICTACTOE)
