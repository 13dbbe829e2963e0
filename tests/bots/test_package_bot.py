"""Players of packages: the forms of an entry point, as own-game.md describes them."""

from __future__ import annotations

import re
from types import ModuleType
from typing import Any

import pytest
from paths import DOCS, OWN_GAMES
from refusals import refused

from plyground import Choice, Game, SpecError
from plyground.bots.bot_protocol import Bot, Thought
from plyground.bots.package_bot import offer
from plyground.core.plugins import UnusablePlugin
from plyground.core.spec import Entry, Spec
from plyground.errors import EngineIllegalMove, SearchError


def module(text: str) -> ModuleType:
    made = ModuleType("drawer")
    exec(compile(text, "drawer.py", "exec", dont_inherit=True), vars(made))
    return made


COUNTDOWN = Game("countdown", module((OWN_GAMES / "countdown.py").read_text()).Countdown())
TREBLECROSS, BOTS = (
    next(block for block in re.findall(r"^```python\n(.*?)^```", (DOCS / "own-game.md").read_text(), re.M | re.S) if part in block)
    for part in ("class Treblecross", "class Cautious")
)  # fmt: skip


def bot_of(thing: Any, options: str = "", of: Any = COUNTDOWN) -> Bot:
    """Return the bot of an entry point, as the catalogue makes it."""
    make, known = offer(thing, "mine", "drawer 2.5")
    entry = Entry("mine", make, known)
    text = "mine" + (f":{options}" if options else "")
    return entry.make(of, **entry.values(Spec.parse(text), text))


def test_the_bots_of_the_documentation_play_its_game() -> None:
    rules, bots = module(TREBLECROSS), module(BOTS)
    position = rules.Treblecross()
    of = Game("treblecross", position)
    assert bot_of(bots.choose, of=of).choose(position).move == 10
    cautious, bold = (bot_of(bots.Cautious, options, of) for options in ("", "bold=1"))
    near = position.play(0)
    assert cautious.choose(near).move in (1, 2)  # the opponent then completes three, or here it ends at once
    assert str(cautious.choose(near).reason) == f"It leaves {leaves(near, cautious.choose(near).move)} moves."
    assert leaves(near, cautious.choose(near).move) == min(leaves(near, move) for move in near.moves())
    assert leaves(near, bold.choose(near).move) == max(leaves(near, move) for move in near.moves())
    assert (str(cautious.card.title), cautious.card.plans_ahead, cautious.card.deterministic) == (
        "Cautious",
        None,
        True,
    )


def leaves(position: Any, move: int) -> int:
    return len(list(position.play(move).moves()))


@pytest.mark.parametrize(
    ("text", "options", "move"),
    [
        ("def choose(position): return 3", "", 3),
        ("def choose(position): return '2'", "", 2),
        ("def evaluate(position): return position.stones % 4 and 0.5", "depth=1", 1),
        ("class One:\n def choose(self, position): return 1", "", 1),
        ("class One:\n def choose(self, position, thought): return 1 + len(thought.past)", "", 1),
        ("class One:\n def __init__(self, taken: int = 2): self.taken = taken\n def choose(self, position): return self.taken", "taken=3", 3),
        ("class One:\n def value(self, position): return position.stones % 4 and 0.5", "depth=1", 1),
        ("def make(game):\n return One()\nclass One:\n def choose(self, position): return 1", "", 1),
        ("from plyground import Facts\nclass One:\n def choose(self, position): return 2", "", 2),
    ],
)  # fmt: skip
def test_a_module_has_one_of_the_forms(text: str, options: str, move: int) -> None:
    chosen = bot_of(module(text), options).choose(COUNTDOWN.start)
    assert chosen.move == move
    assert str(chosen.reason)


def test_a_function_of_a_position_is_a_bot_whatever_its_name() -> None:
    played = module("def first(position): return next(iter(position.moves()))\ndef illegal(position): return 12345")
    assert bot_of(played.first).choose(COUNTDOWN.start).move == 1
    with pytest.raises(EngineIllegalMove, match=r"^mine failed: .*12345 is not a legal move here"):
        bot_of(played.illegal).choose(COUNTDOWN.start)


def test_a_module_s_helper_of_a_position_is_not_its_bot() -> None:
    text = (
        "def last(position): return max(position.moves())\ndef evaluate(position): return position.stones % 4 and 0.5"
    )
    assert bot_of(module(text), "depth=1").choose(COUNTDOWN.start).move == 1
    with pytest.raises(SpecError, match=r"^there is no bot in the module drawer: write a function choose"):
        offer(module("def last(position): return max(position.moves())"), "mine", "drawer 2.5")


@pytest.mark.parametrize("body", ["next(iter(here.moves()))", "12345", "None", "here.start"])
def test_a_function_that_makes_no_bot_is_told_how_to_be_one(body: str) -> None:
    made = module(f"def wise(here): return {body}").wise
    with refused(
        UnusablePlugin,
        "the function {name} makes no bot for a game: if it chooses a move, rename the function to choose, or its parameter to position",
        name="wise",
    ):
        bot_of(made)  # fmt: skip


def test_a_reason_is_text_and_a_move_alone_gets_one() -> None:
    def make(game: Any) -> Any:
        return type("Sayer", (), {"choose": lambda self, position: Choice(2, "Two {is} mine.")})()

    assert str(bot_of(make).choose(COUNTDOWN.start).reason) == "Two {is} mine."

    def choose(position: Any) -> Any:
        return Choice(1)

    said = "The bot mine of the package drawer 2.5 chose it."
    assert str(bot_of(choose).choose(COUNTDOWN.start).reason) == said


@pytest.mark.parametrize("chosen", [4, -1, True, None, 1.0, "4", "left", Choice(9)])
def test_illegal_moves_are_told_with_the_bot_s_name(chosen: Any) -> None:
    def choose(position: Any) -> Any:
        return chosen

    with pytest.raises(EngineIllegalMove, match=r"^mine failed: .* is not a (legal )?move here"):
        bot_of(choose).choose(COUNTDOWN.start)


@pytest.mark.parametrize("error", [ValueError("no"), SystemExit(3)])
def test_errors_of_a_bot_are_told_with_its_name(error: BaseException) -> None:
    def choose(position: Any) -> Any:
        raise error

    with pytest.raises(SearchError, match=f"^mine: .*raises {type(error).__name__}: {error}"):
        bot_of(choose).choose(COUNTDOWN.start, Thought())


def test_a_bot_that_does_not_fit_the_game_says_so_itself() -> None:
    def make(game: Any) -> Any:
        raise SearchError("Only for chess.")

    with pytest.raises(SearchError, match=r"^Only for chess\.$") as refused:
        bot_of(make)
    assert not isinstance(refused.value, UnusablePlugin)


@pytest.mark.parametrize("thing", [7, None, object(), "drawer", [print], print])
def test_things_that_are_no_bots_are_refused_when_loaded(thing: object) -> None:
    with refused(
        SpecError,
        "write a function choose(position), a class with a method choose(self, position), or a function evaluate(position)",
    ):
        offer(thing, "mine", "drawer 2.5")
