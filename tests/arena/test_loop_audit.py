"""Audits of games with cycles: every move that gives away value is found, and perfect play has none."""

from __future__ import annotations

import pytest
from program import agrees, answer
from samples import some

from plyground import bot as bot_named
from plyground import game
from plyground.arena.audit import Choices
from plyground.arena.loop_audit import audit_moves
from plyground.cli.json_records import LoopAuditRecord
from plyground.core.game import FIRST, SECOND
from plyground.judge.judge import Judge
from plyground.judge.move_marks import mark
from plyground.solvers.retrograde import solve
from plyground.solvers.sweep import Sweeper

RACE = game("dame:size=3")
VALUES = solve(RACE.start, Sweeper(native=False))


@pytest.mark.parametrize("side", [FIRST, SECOND])
def test_the_table_gives_nothing_away(side: int) -> None:
    found = audit_moves(Choices(RACE, bot_named("table", RACE)), side, VALUES)
    assert found.judged > 500
    assert found.slips == []


@pytest.mark.parametrize("side", [FIRST, SECOND])
def test_every_slip_of_another_player_is_one(side: int) -> None:
    bot = bot_named("greedy", RACE)
    found = audit_moves(Choices(RACE, bot), side, VALUES)
    assert found.slips
    for slip in found.slips:
        assert RACE.side(slip.position) == side
        assert bot.choose(slip.position).move == slip.move
        kept = [-VALUES[slip.position.play(move)].utility for move in slip.position.moves()]
        assert max(kept) == slip.before.utility > slip.after.utility
        assert slip.after.utility == -VALUES[slip.position.play(slip.move)].utility


def test_the_judge_marks_what_an_audit_finds() -> None:
    judge = Judge(RACE)
    for slip in some(audit_moves(Choices(RACE, bot_named("greedy", RACE)), FIRST, VALUES).slips[:20]):
        judged = judge.after_move(slip.position, slip.move)
        assert (judged.value, judged.of(slip.move).value) == (100 * slip.before.sign, 100 * slip.after.sign)
        assert mark(slip.position, slip.move, judged) == "??"


def test_of_too_many_positions_the_nearest_are_judged() -> None:
    choices = Choices(RACE, bot_named("greedy", RACE))
    every, some = audit_moves(choices, FIRST, VALUES), audit_moves(choices, FIRST, VALUES, most=100)
    assert every.complete
    assert not some.complete
    assert 30 < some.judged < 100 < every.judged
    assert some.slips == every.slips[: len(some.slips)]


def test_from_the_command_line() -> None:
    record = answer("audit", "dame:size=3", "greedy", "--as", "first")
    assert list(record) == ["game", "bot", "first"]
    agrees(record, LoopAuditRecord)
    assert len(record["first"]["given_away"]) == len(
        audit_moves(Choices(RACE, bot_named("greedy", RACE)), FIRST, VALUES).slips
    )
