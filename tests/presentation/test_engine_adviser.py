"""Programs that are set up are asked for their opinion; others cannot be."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import fake_engine
import pytest
from samples import sample

from plyground import game
from plyground.arena.match import Match
from plyground.bots import Choice
from plyground.bots.external import ExternalBot
from plyground.engines import Info, Score
from plyground.engines.config import EngineConfig, config_path, save_engine
from plyground.i18n import _
from plyground.presentation.engine_adviser import adviser_spec, advisers, correction, opinion
from plyground.solvers.forward import solve

FAKE = EngineConfig("fake", "ugi", (sys.executable, fake_engine.__file__, "good"), {}, ("tictactoe",))


def test_only_programs_set_up_for_the_game_are_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    match = Match(game("tictactoe"))
    assert advisers(match) == ()
    save_engine(FAKE)
    save_engine(FAKE._replace(name="other", games=("nim",)))
    assert advisers(match) == ("fake",)
    assert adviser_spec("fake") == "fake:seconds=1"
    config_path().write_text("damaged")
    assert advisers(match) == ()


def test_an_opinion_names_the_move_and_the_reason() -> None:
    match = Match.parse(game("tictactoe"), "4")
    bot = ExternalBot(match.game, FAKE)
    choice = bot.choose(match.position)
    bot.close()
    said = opinion(match, "fake", choice)
    assert str(said) == "fake would play cell 0. Fake values it at +0.12 in its own units; its line: 0 1."


@pytest.mark.parametrize(
    "claim", sample([Score(points=900), Score(points=-900), Score(points=0), Score(mate=2), Score(mate=-1)], every=5)
)
def test_a_value_that_contradicts_the_exact_one_is_corrected(claim: Score) -> None:
    """Of every move in the 549 positions of tic-tac-toe after the first move of X in the corner."""
    match = Match.parse(game("tictactoe"), "0")
    values = solve(match.position)
    corrected = 0
    for position in values:
        for move in () if position.is_over() else position.moves():
            after = position.play(move)
            exact = values[after].before(position.turn(after))
            here = Match(replace(match.game, start=position))
            said = correction(here, Choice(move, _("It is so."), report=Info(score=claim)), exact)
            assert (said is None) == (claim.sign == exact.utility)
            corrected += said is not None
            if said:
                assert ("wins" in str(said), "loses" in str(said), "draw" in str(said)) == (
                    exact.utility > 0,
                    exact.utility < 0,
                    exact.utility == 0,
                )
    assert corrected > 0


def test_a_program_that_tells_no_value_is_not_corrected() -> None:
    match = Match(game("tictactoe"))
    value = solve(match.position)[match.position]
    assert correction(match, Choice(0, _("It is so.")), value) is None


def test_a_lie_of_a_program_is_corrected() -> None:
    """It claims +9 for a move after which the other side wins at once."""
    match = Match.parse(game("tictactoe"), "0-4-1")
    bot = ExternalBot(match.game, FAKE._replace(command=(*FAKE.command[:2], "lies")))
    choice = bot.choose(match.position)
    bot.close()
    after = match.position.play(choice.move)
    exact = solve(after)[after].before(match.position.turn(after))
    said = correction(match, choice, exact)
    assert str(said) == "Its value is wrong: after cell 8, O loses with best play."
