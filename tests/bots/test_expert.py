"""The rule-based bots."""

from __future__ import annotations

from itertools import takewhile
from typing import Any

import pytest
from samples import some

from plyground import SpecError, bot, game
from plyground.arena.match import Match
from plyground.bots.expert import COMPLETE, PUBLISHED, Expert
from plyground.solvers.forward import solve
from plyground.solvers.walk import reachable

TICTACTOE = game("tictactoe")
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def expert(name: str = "expert") -> Expert:
    made = bot(name, TICTACTOE)
    assert isinstance(made, Expert)
    return made


def choice(name: str, text: str) -> tuple[int, str]:
    chosen = expert(name).choose(TICTACTOE.notation.parse(text))
    return chosen.move, str(chosen.reason)


def unfinished() -> list[Any]:
    return [position for position in reachable(TICTACTOE.start) if not position.is_over()]


def test_the_bot_plays_the_published_session() -> None:
    """X takes the centre; then the bot plays for both sides: 0, 8, 6 (the corners' order), with a value each."""
    match = Match(TICTACTOE).play(4)
    for cell in (0, 8, 6):
        chosen = expert().choose(match.position)
        assert (chosen.move, chosen.value) == (cell, 10)
        match = match.play(chosen.move)


class TestPublishedRules:
    def test_the_published_rules_are_in_order(self) -> None:
        assert [rule.name for rule in expert().rules] == ["win", "block", "centre", "corner", "edge"]
        assert all(str(rule.summary).endswith(".") for rule in expert().rules)

    @pytest.mark.parametrize(
        ("text", "cell", "reason"),
        [
            ("xx.oo....", 2, "Rule 1, win: 2 completes 0-1-2."),  # before blocking 5
            ("o.x.x....", 6, "Rule 2, block: X threatens to complete 2-4-6."),
            ("x........", 4, "Rule 3, centre: it is free, and most lines cross there."),
            ("x...o...x", 6, "Rule 4, corner: 6 is the first that is free."),
            ("xo.oxxoxo", 2, "Rule 4, corner: 2 is the first that is free."),
            ("xox.x.oxo", 3, "Rule 5, edge: 3 is the first that is free."),
        ],
    )
    def test_each_published_rule_gives_its_reason(self, text: str, cell: int, reason: str) -> None:
        assert choice("expert", text) == (cell, reason)

    def test_every_position_by_the_definition_of_the_rules(self) -> None:
        """Written again as data: which cells the rules would take, in order."""
        for position in some(unfinished()):
            text = TICTACTOE.notation.format(position)
            mine, theirs = "xo" if text.count("x") == text.count("o") else "ox"
            completes = {
                mark: [
                    cell
                    for cell in range(9)
                    for line in LINES
                    if cell in line
                    and text[cell] == "."
                    and all(text[other] == mark for other in line if other != cell)
                ]
                for mark in "xo"
            }
            wanted = [*completes[mine], *completes[theirs], 4, 0, 8, 6, 2, 1, 3, 5, 7]
            assert expert().choose(position).move == next(cell for cell in wanted if text[cell] == ".")


class TestCompleteRules:
    def test_the_complete_rules_are_in_order(self) -> None:
        names = ["win", "block", "fork", "block fork", "centre", "opposite corner", "corner", "edge"]
        assert [rule.name for rule in expert("expert-complete").rules] == names

    @pytest.mark.parametrize(
        ("text", "cell", "reason"),
        [
            ("x...o...x", 1, "Rule 4, block fork: otherwise X could make two threats at once at 2."),
            ("o...x....", 8, "Rule 6, opposite corner: O holds 0, across from 8."),
            ("xo..x...o", 3, "Rule 3, fork: 3 threatens to complete both 3-4-5 and 0-3-6."),
            ("....x....", 0, "Rule 7, corner: 0 is the first that is free."),
        ],
    )
    def test_each_complete_rule_gives_its_reason(self, text: str, cell: int, reason: str) -> None:
        assert choice("expert-complete", text) == (cell, reason)

    def test_a_rule_fires_only_where_no_earlier_one_fits(self) -> None:
        for position in some(unfinished()):
            chosen = expert("expert-complete").choose(position)
            silent = list(takewhile(lambda rule: rule.find(position) is None, COMPLETE))  # noqa: B023
            assert chosen.value == COMPLETE[len(silent)].priority

    def test_forks_make_two_threats_that_win(self) -> None:
        """Every fork that it takes wins in three plies, by an independent solution."""
        values = solve(TICTACTOE.start)
        forks = 0
        for position in unfinished():
            chosen = expert("expert-complete").choose(position)
            if str(chosen.reason).startswith("Rule 3"):
                forks += 1
                assert values[position] == (1, 3)
        assert forks > 100

    def test_the_complete_expert_gives_away_a_draw_in_only_four_positions(self) -> None:
        """Rules are no search: in four of 4,520 positions, all alike, it gives a draw away; its own play never leads there."""
        values = solve(TICTACTOE.start)
        thrown = []
        for position in unfinished():
            child = position.play(expert("expert-complete").choose(position).move)
            if values[position].utility >= 0 and values[child].utility > 0:
                thrown.append(position)
        assert len(thrown) == 4
        assert {position.canonical() for position in thrown} == {TICTACTOE.notation.parse(".o...x.x.").canonical()}


def test_both_lists_choose_a_legal_move_everywhere() -> None:
    for position in some(unfinished()):
        for name in ("expert", "expert-complete"):
            assert expert(name).choose(position).move in position.moves()


def test_the_rules_of_experts_have_falling_priorities() -> None:
    for rules in (PUBLISHED, COMPLETE):
        priorities = [rule.priority for rule in rules]
        assert priorities == sorted(set(priorities), reverse=True)


@pytest.mark.parametrize("name", ["expert", "expert-complete"])
def test_only_tic_tac_toe(name: str) -> None:
    assert bot(name, game("mnk:width=3,height=3,k=3"))  # the same game under its other name
    for other in ("mnk:width=4,height=3,k=3", "mnk:width=3,height=3,k=2"):
        with pytest.raises(SpecError, match=f"for tic-tac-toe, not for {other}"):
            bot(name, game(other))
