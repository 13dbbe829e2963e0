"""Audits: which bots lose, and to what."""

from __future__ import annotations

import json
import re
from functools import cache
from itertools import product
from pathlib import Path
from typing import ClassVar

import pytest
from paths import ROOT
from program import check_examples, run
from refusals import refused
from samples import sample, some

from plyground import SearchError, bot, game
from plyground.arena.audit import Audit, Choices, audit
from plyground.arena.match import Match
from plyground.bots import bots_of
from plyground.core.game import FIRST, SECOND
from plyground.searches import PRESETS, TIES
from plyground.searches.scores import NAMES
from plyground.solvers.forward import best_moves, solve
from plyground.solvers.walk import reachable

SLOW = {"minimax:scores=level", "engine:depth=9,memory=1"}
"""Players whose audit takes seconds."""

TICTACTOE = game("tictactoe")
DOCUMENT = ROOT / "docs/bots.md"
BOTS = DOCUMENT.read_text()


@cache
def audits(name: str) -> tuple[Audit, Audit]:
    choices = Choices(TICTACTOE, bot(name, TICTACTOE))
    return audit(choices, FIRST), audit(choices, SECOND)


def lines_by_walking(choices: Choices, side: int) -> list[Match]:
    """Every line of play, each as a match played move by move, without memory."""
    matches = [Match(choices.game)]
    ended = []
    while matches:
        match = matches.pop()
        if match.outcome:
            ended.append(match)
        elif match.side == side:
            matches.append(match.play(choices.move(match.position)))
        else:
            matches += [match.play(move) for move in match.position.moves()]
    return ended


@pytest.mark.parametrize(
    "name", ["dictionary:form=cells", pytest.param("alphabeta:convention=cs188", marks=pytest.mark.proof)]
)
def test_perfect_bots_never_lose(name: str) -> None:
    """As others do not, whose results the documentation shows."""
    for done in some(audits(name)):
        assert done.total.losses == 0
        assert done.total.wins > 0
        assert list(done.losing_lines()) == []


@pytest.mark.parametrize("name", ["expert", "greedy", "depth-limited:depth=3", "expert-complete"])
def test_counts_and_lines_are_those_of_playing_every_line(name: str) -> None:
    choices = Choices(TICTACTOE, bot(name, TICTACTOE))
    for side in (FIRST, SECOND):
        done = audit(choices, side)
        matches = lines_by_walking(choices, side)
        winners = [match.outcome.winner for match in matches if match.outcome]
        assert done.total == (winners.count(side), winners.count(None), winners.count(1 - side))
        lost = [match.moves for match in matches if match.outcome and match.outcome.winner == 1 - side]
        assert sorted(done.losing_lines()) == sorted(lost)


def test_the_published_expert_loses_as_second_player() -> None:
    first, second = audits("expert")
    assert first.total.losses == 0
    lines = list(second.losing_lines())
    assert len(lines) == second.total.losses > 0
    expert = bot("expert", TICTACTOE)
    for line in lines:
        match = Match(TICTACTOE)
        for ply, move in enumerate(line):
            assert ply % 2 == FIRST or expert.choose(match.position).move == move
            match = match.play(move)
        assert match.outcome is not None
        assert match.outcome.winner == FIRST
    assert (2, 4, 6, 0, 8, 5, 7) in lines  # two opposite corners, then a third: the trap


SPECS = [
    *(f"minimax:scores={scores},ties={ties},seed=1" for scores, ties in product(NAMES, TIES)),
    *(f"static-cutoff:scores={scores},ties={ties},seed=1" for scores, ties in product(NAMES, TIES)),
    *(
        f"alphabeta:scores={scores},ties={ties},seed=1,convention={preset}"
        for scores, ties, preset in product(NAMES, TIES, PRESETS)
    ),
]
"""Every searching bot under every choice that decides between moves."""


class TestTheDefectOfTheOriginal:
    """A reply that merely ties a bound must not replace the best move, whatever the options."""

    @staticmethod
    def wins(spec: str) -> set[int]:
        """Return the moves that may be played: 5 wins at once; 6 wins later, which plain utilities cannot tell apart."""
        return {5, 6} if "scores=utility" in spec and "ties=first" not in spec else {5}

    @pytest.mark.parametrize("spec", sample(SPECS, every=5))
    def test_the_only_good_move_is_played(self, spec: str) -> None:
        chosen = bot(spec, TICTACTOE)
        assert chosen.choose(TICTACTOE.notation.parse("x........")).move == 4
        assert chosen.choose(TICTACTOE.notation.parse("xxox....o")).move in self.wins(spec)

    @pytest.mark.parametrize("spec", SPECS)
    def test_depth_limited_searches_see_wins_within_their_depth(self, spec: str) -> None:
        """One ply is enough to see the win at once; a reply to a threat needs two."""
        for depth in (1, 2, 3, 4):
            chosen = bot(f"{spec},depth={depth}", TICTACTOE)
            wins = self.wins(spec) if depth > 2 else {5}
            assert chosen.choose(TICTACTOE.notation.parse("xxox....o")).move in wins
            if depth > 1:
                assert chosen.choose(TICTACTOE.notation.parse("xx..o....")).move == 2

    def test_solving_confirms_the_winning_moves(self) -> None:
        values = solve(TICTACTOE.start)
        position = TICTACTOE.notation.parse("xxox....o")
        after = {move: values[position.play(move)] for move in position.moves()}
        assert {move: value.distance for move, value in after.items() if value.utility < 0} == {5: 0, 6: 2}
        assert best_moves(values, TICTACTOE.notation.parse("x........")) == [4]


class TestDeterminism:
    @pytest.mark.parametrize("name", ["random", "human", "minimax:ties=random", "alphabeta:ties=random"])
    def test_bots_of_chance_are_refused(self, name: str) -> None:
        with refused(
            SearchError,
            "An audit needs a bot that always makes the same move in the same position; “{bot}” does not.",
        ):
            Choices(TICTACTOE, bot(name, TICTACTOE))

    def test_a_seed_makes_ties_a_function_of_the_position(self) -> None:
        """Asked in another order, and again, it answers the same; the audit holds."""
        spec = "alphabeta:ties=random,seed=5"
        names = ("minimax", "alphabeta", "static-cutoff", "depth-limited")
        assert all(bot(f"{name}:ties=random,seed=5", TICTACTOE).card.deterministic for name in names)
        some = [position for position in reachable(TICTACTOE.start) if not position.is_over()][100::40]
        forward = [bot(spec, TICTACTOE).choose(position).move for position in some]
        one = bot(spec, TICTACTOE)
        assert [one.choose(position).move for position in reversed(some)] == forward[::-1]


def test_a_game_too_large_is_refused() -> None:
    large = game("mnk:width=5,height=5,k=4")
    with refused(SearchError, "This game has more than {count} position: too many to visit all of them."):
        audit(Choices(large, bot("greedy", large)), FIRST, limit=1000)


class TestCommand:
    def test_the_json_record_equals_the_audit(self) -> None:
        done = run("audit", "tictactoe", "expert", "--json")
        record = json.loads(done.stdout)
        assert list(record) == ["game", "bot", "first", "second"]
        assert (record["game"], record["bot"]) == ("tictactoe", "expert")
        for name, expected in zip(("first", "second"), audits("expert"), strict=True):
            assert list(record[name]) == ["wins", "draws", "losses", "losing_lines"]
            assert tuple(record[name].values())[:3] == tuple(expected.total)
            assert record[name]["losing_lines"] == [list(line) for line in expected.losing_lines()]

    def test_one_side_can_be_audited_alone(self) -> None:
        assert set(json.loads(run("audit", "tictactoe", "expert", "--as", "first", "--json").stdout)) == {"game", "bot", "first"}  # fmt: skip
        assert set(json.loads(run("audit", "tictactoe", "expert", "--as", "second", "--json").stdout)) == {"game", "bot", "second"}  # fmt: skip
        wrong = run("audit", "tictactoe", "expert", "--as", "third")
        assert (wrong.returncode, wrong.stdout) == (2, "")
        assert "choose one of: first, second, both" in wrong.stderr

    def test_the_words_count_all_lines_and_list_twenty_losses(self) -> None:
        done = run("audit", "tictactoe", "greedy")
        assert done.returncode == 0  # losses found are an answer
        total = audits("greedy")[1].total
        assert f"second (O)   {total.wins}    {total.draws}      {total.losses}" in done.stdout
        assert f"and {total.losses - 20} more, which --json lists" in done.stdout

    @pytest.mark.nightly
    def test_the_table_of_a_perfect_bot_has_a_best_move_everywhere(self, tmp_path: Path) -> None:
        """The table of a perfect bot holds a best move, by value, of every unfinished position."""
        file = tmp_path / "moves.txt"
        done = run("audit", "tictactoe", "alphabeta:scores=level", "--moves-file", str(file))
        assert "4,520 moves written" in done.stdout
        lines = file.read_text().splitlines()
        assert lines == sorted(lines)
        assert len({line[:9] for line in lines}) == len(lines) == 4520
        values = solve(TICTACTOE.start)
        for line in lines:
            text, move = line.split(" ")
            assert best_moves(values, TICTACTOE.notation.parse(text))[0] == int(move)

    def test_a_table_that_cannot_be_written(self, tmp_path: Path) -> None:
        done = run("audit", "tictactoe", "expert", "--moves-file", str(tmp_path / "nowhere" / "moves.txt"))
        assert done.returncode == 2
        assert "it cannot be written (No such file or directory)." in done.stderr


class TestDocumentation:
    """The results in docs/bots.md are those of an audit."""

    ROWS: ClassVar = [
        (name, figures)
        for names, figures in re.findall(r"^\| (`.+?`) \| ([\d,| ]+) \|$", BOTS, re.MULTILINE)
        for name in re.findall(r"`(.+?)`", names)
    ]

    @pytest.mark.parametrize(
        ("name", "figures"),
        sample([row for row in ROWS if row[0] not in SLOW], every=4)
        + [pytest.param(*row, marks=pytest.mark.proof) for row in ROWS if row[0] in SLOW],
    )
    def test_results(self, name: str, figures: str) -> None:
        first, second = audits(name)
        assert [int(figure) for figure in figures.replace(",", "").split("|")] == [*first.total, *second.total]
        for done in (first, second):
            assert len(list(done.losing_lines())) == done.total.losses

    def test_bots_that_see_the_end_never_lose(self) -> None:
        figures = {name: found.replace(" ", "").split("|") for name, found in self.ROWS}
        perfect = {
            "expert-complete",
            "minimax",
            "alphabeta",
            "static-cutoff",
            "dictionary",
            "engine:depth=9,memory=1",
        }
        assert {name for name in perfect if (figures[name][2], figures[name][5]) == ("0", "0")} == perfect

    def test_nothing_is_left_out(self) -> None:
        audited = {entry.name for entry, plays in bots_of(TICTACTOE) if plays.card.deterministic}
        assert {name.partition(":")[0] for name, _figures in self.ROWS} == audited | {
            "engine",
            "uct",
        }  # by options that make them so
        assert {f"depth-limited:depth={depth}" for depth in range(1, 7)} <= dict(self.ROWS).keys()

    @pytest.mark.parametrize("depth", [1, *(pytest.param(depth, marks=pytest.mark.nightly) for depth in (2, 4))])
    def test_static_cutoff_plays_the_same(self, depth: int) -> None:
        limited, cut_off = (
            Choices(TICTACTOE, bot(f"{name}:depth={depth}", TICTACTOE)).table()
            for name in ("depth-limited", "static-cutoff")
        )
        assert limited == cut_off

    def test_the_documented_rules_are_those_of_the_experts(self) -> None:
        """The order and the values of the experts' rules."""
        rows = re.findall(r"^\| ([a-z ]+?)(?:[:,].*)? \| (\d*) ?\| (\d) \| (\d+) \|$", BOTS, re.MULTILINE)
        for name, column in (("expert", 1), ("expert-complete", 2)):
            rules = enumerate(bot(name, TICTACTOE).rules, 1)  # type: ignore[attr-defined]
            said = [(row[column], row[0], row[3]) for row in rows if row[column]]
            assert said == [(str(place), rule.name, str(rule.priority)) for place, rule in rules]

    @pytest.mark.proof
    def test_the_commands_of_the_page_print_what_it_shows(self) -> None:
        assert check_examples(DOCUMENT) == 4
