"""Games beyond two players in strict turns: dice, extra turns, three players, hidden cards; what serves them, what refuses them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from samples import sample

from plyground import SearchError, bot, game, search, setting
from plyground.arena.audit import Choices
from plyground.arena.match import Match
from plyground.bots import bots_of
from plyground.bots.table_bot import solution
from plyground.cli.console import Console
from plyground.core.authoring.marked_rules import ratio, rules
from plyground.core.bits import count, put
from plyground.core.game import Facts, Game
from plyground.core.position import CHANCE, Demand
from plyground.core.random_numbers import new_chance
from plyground.i18n import _
from plyground.judge.solved_positions import solved_positions
from plyground.presentation.default_players import opponent
from plyground.presentation.spans import plain
from plyground.searches import Limit, deepen, new_tally
from plyground.searches.chance_moves import drawn
from plyground.searches.registry import usual
from plyground.solvers import forward, retrograde
from plyground.solvers.count import count_games


@rules
class Dice(NamedTuple):
    """Each throws 1 to 3 (1 as often as the others together) and may take 2 steps instead; first at 5 wins."""

    steps: tuple[int, int] = (0, 0)
    thrown: int = 0  # 0: to be thrown
    player: int = 0

    def moves(self) -> Iterator[int]:
        if not self.is_over():
            yield from (1, 2, 3) if self.thrown == 0 else sorted({self.thrown, 2})

    def play(self, move: int) -> Dice:
        if self.thrown == 0:
            return self._replace(thrown=move)
        mine = self.steps[self.player] + move
        steps = (mine, self.steps[1]) if self.player == 0 else (self.steps[0], mine)
        return Dice(steps, 0, 1 - self.player)

    def is_over(self) -> bool:
        return max(self.steps) >= 5

    def to_move(self) -> int:
        return CHANCE if self.thrown == 0 else self.player

    def probability(self, move: int) -> Any:
        return ratio(1, 2 if move == 1 else 4)

    def utility(self) -> int:
        """Of the first player: when it is over, the dice would be next."""
        return 1 if self.steps[0] >= 5 else -1


@rules
class Shares(NamedTuple):
    """Three players in turn take 1 to 3 of the stones; who takes the last gets 2 from the next and nothing from the other."""

    stones: int = 7
    player: int = 0

    def moves(self) -> Iterator[int]:
        yield from range(1, min(3, self.stones) + 1)

    def play(self, move: int) -> Shares:
        return Shares(self.stones - move, (self.player + 1) % 3)

    def is_over(self) -> bool:
        return self.stones == 0

    def to_move(self) -> int:
        return self.player

    def players(self) -> int:
        return 3

    def utmost(self) -> int:
        return 2

    def utilities(self) -> tuple[int, ...]:
        gains = [0, 0, 0]
        gains[self.player - 1] = 2
        gains[self.player] = -2
        return tuple(gains)


@rules
class Cards(Dice):
    """The same, where a player does not see all."""


def made(start: Any, sides: tuple[str, ...], facts: Facts) -> Game:
    return Game(
        name=type(start).__name__.lower(),
        start=start,
        endings=(_("all is taken"), _("all is shared")),
        facts=facts,
        sides=sides,
        chance=_("dice"),
    )


DICE = made(Dice(), ("X", "O"), Facts(deterministic=False))
CARDS = made(Cards(), ("X", "O"), Facts(deterministic=False, observable=False))
SHARES = made(Shares(), ("A", "B", "C"), Facts(players=3))


def expected(position: Dice) -> Any:
    """Return the first player's mean result under best play of both, from the definition."""
    if position.is_over():
        return position.utility()
    values = {move: expected(position.play(move)) for move in position.moves()}
    if position.to_move() == CHANCE:
        return sum(position.probability(move) * value for move, value in values.items())
    return (max, min)[position.player](values.values())


class TestSearches:
    def test_chance_takes_the_first_players_view(self) -> None:
        start = Dice((1, 2))
        truth = expected(start)
        assert truth == Fraction(1, 2)
        thrown = Dice((2, 2), 1, 1)  # the second player's choice
        for name in ("expectiminimax", "star1", "star2"):
            assert search(start, name).value == truth
            assert search(thrown, name).value == -expected(thrown)

    def test_optional_methods_of_a_position_have_defaults(self) -> None:
        """Bounds, the own utility and the total follow from the utmost and the utilities."""
        start: Any = Shares()
        end: Any = Shares(0, 1)
        assert (start.bounds(), start.total()) == ((-2, 2), 6)
        assert (end.utilities(), end.utility()) == ((2, -2, 0), -2)
        assert search(start, "max-n-shallow").utilities == search(start, "max-n").utilities
        assert search(start, "paranoid").exact

    def test_the_usual_search_is_one_that_masters_the_game(self) -> None:
        starts = [game("tictactoe").start, Dice(), Shares()]
        assert [usual(start).name for start in starts] == ["alphabeta", "expectiminimax", "max-n"]
        assert [usual(start, deepened=True).name for start in starts] == ["pvs", "star2", "max-n"]
        late = Dice((4, 3))
        assert deepen(late, Limit(), setting(), algorithm="star2").value == expected(late)
        assert deepen(Shares(4), Limit(), setting(), algorithm="paranoid").value == search(Shares(4), "paranoid").value
        with pytest.raises(SearchError, match="hidden"):
            usual(CARDS.start)

    def test_a_game_with_hidden_parts_is_refused_in_a_sentence(self) -> None:
        assert Demand.HIDDEN in CARDS.demands
        for name in ("alphabeta", "expectiminimax", "max-n"):
            with pytest.raises(SearchError, match=f"^{name} does not support hidden information"):
                search(CARDS.start, name)


def test_a_game_with_hidden_parts_leaves_other_compiled_games_as_they_are() -> None:
    """Compiled code refuses rules that have changed; that another game hides something is no such change."""
    position = game("tictactoe").start
    nodes = search(position, "alphabeta", setting(depth=2), native=True).nodes
    hidden = rules(type("Hidden", (Dice,), {}))
    made(hidden(), ("X", "O"), Facts(deterministic=False, observable=False))
    assert search(position, "alphabeta", setting(depth=2), native=True).nodes == nodes


def test_outcomes_name_the_winner_or_the_utilities() -> None:
    assert DICE.outcome(Dice((5, 2), 0, 1)).winner == 0  # type: ignore[union-attr]
    assert DICE.outcome(Dice((3, 6), 0, 0)).winner == 1  # type: ignore[union-attr]
    ended = SHARES.outcome(Shares(0, 1))
    assert ended is not None
    assert (ended.winner, ended.utilities, ended.ranking) == (0, (2, -2, 0), (0, 2, 1))


class TestMatch:
    @given(st.integers(0, 1 << 32))
    @settings(max_examples=20)
    def test_a_seed_is_a_course_of_chance(self, seed: int) -> None:
        """The same seed brings the same numbers at the same ply, whatever is chosen; a text is read whatever the seed."""
        one, other = Match(DICE, seed=seed).rolled(), Match(DICE, seed=seed).rolled()
        while not one.outcome:
            assert not one.is_chance
            moves = list(one.position.moves())
            one, other = one.play(moves[0]).rolled(), one.play(moves[-1]).rolled()
            if not one.outcome and not other.outcome:
                assert one.position.thrown == other.position.thrown
        assert Match.parse(DICE, one.format()).position == one.position
        assert one.undo(one.ply - 1).rolled() == one.undo(one.ply - 1)  # a choice, after the first number
        assert one.undo(one.ply).rolled() == one.undo(one.ply - 1)

    def test_each_number_as_often_as_the_rules_say(self) -> None:
        chance = new_chance(1)
        dice: Any = Dice()
        thrown = Counter(drawn(dice, chance) for _again in range(4000))
        squares = sum((thrown[face] - share) ** 2 / share for face, share in ((1, 2000), (2, 1000), (3, 1000)))
        assert squares < 14  # chi-squared of two degrees: once in a thousand


class TestPlayers:
    def test_searches_report_the_players_that_they_support(self) -> None:
        names = {of.name: {entry.name for entry, _bot in bots_of(of)} for of in (DICE, SHARES, CARDS)}
        assert names["dice"] == {"human", "random", "expectiminimax", "star2", "uct"}
        assert names["shares"] == {"human", "random", "max-n", "paranoid", "uct"}
        assert names["cards"] == {"human", "random"}
        assert [opponent(of) for of in (DICE, SHARES, CARDS)] == ["expectiminimax", "max-n", "random"]
        with pytest.raises(SearchError, match="with chance"):
            bot("star2", game("tictactoe"))

    @pytest.mark.parametrize("name", ["expectiminimax:depth=20", "star2:depth=20"])
    def test_a_bot_of_dice_plays_what_is_best_on_average(self, name: str) -> None:
        for position in (Dice((1, 0), 1, 0), Dice((2, 3), 3, 1), Dice((3, 2), 1, 0)):
            choice = bot(name, DICE).choose(position)
            child = expected(position.play(choice.move))
            assert child == (max, min)[position.player](expected(position.play(move)) for move in position.moves())
            if choice.result is not None:
                assert choice.value == (1, -1)[position.player] * child
                assert re.search(r"on average|certain win|Lost", str(choice.reason))

    def test_bots_of_three_tell_all_utilities(self) -> None:
        """All utilities are told with the players' names; a paranoid player tells its guaranteed utility."""
        choice = bot("max-n:depth=9", SHARES).choose(Shares(5))
        assert choice.result is not None and choice.result.utilities == search(Shares(5), "max-n").utilities
        assert "If each plays best for itself: A " in str(choice.reason)
        assert "whatever the others do" in str(bot("paranoid:depth=9", SHARES).choose(Shares(5)).reason)

    def test_an_evaluation_is_on_the_scale_of_the_utilities(self) -> None:
        """A sure win is more than any guess, for searches of one against all, too."""

        @rules
        class Hopes(NamedTuple):
            win: int = 100

            def value(self, position: Any) -> int:
                return 99

            def values(self, position: Any) -> tuple[int, ...]:
                return 99, 99, 99

        for name in ("max-n", "max-n-shallow", "paranoid"):
            found = search(Shares(3), name, setting(depth=1, evaluation=Hopes()))
            assert (found.move, found.value) == (3, 2)
            deeper = search(Shares(5), name, setting(depth=9, evaluation=Hopes()))
            assert (deeper.move, deeper.value) == (search(Shares(5), name).move, search(Shares(5), name).value)


class TestConsole:
    def test_the_console_shows_rolls_of_dice(self) -> None:
        lines = played(Match(DICE, seed=3), ("human", "star2"), "j 9", "why", "u", "h")
        said = "\n".join(lines)
        assert "Dice: seed 3." in said
        assert re.search(r"^Dice: [123]\.$", said, re.MULTILINE)
        assert re.search(r"^On average “2” scores −?[0-9.]+; “1” scores −?[0-9.]+\.$", said, re.MULTILINE)
        assert "There is no move to take back." in said

    def test_a_game_of_three_is_played_to_its_end_and_back(self, capsys: pytest.CaptureFixture[str]) -> None:
        console, lines = session(Match(SHARES), ("human", "max-n", "random:seed=1"))
        assert lines[0].endswith("A human, B max-n, C random:seed=1")
        while not console.match.outcome:
            console.take("j 1")
        assert any(
            re.match(
                r"The game is over, all is taken. Result: 1\. [ABC] \(2\), 2\. [ABC] \(0\), 3\. [ABC] \(−2\)\.", line
            )
            for line in lines
        )
        console.take("u")
        assert console.match.side == 0
        console.take("explore")
        assert "A to move." in capsys.readouterr().out

    def test_hidden_cards_can_be_played_and_not_searched(self) -> None:
        lines = played(Match(CARDS, seed=1), ("human", "random"), "why", "explore", "review")
        assert sum(line.startswith("This game hides something from its players.") for line in lines) == 3

    def test_moves_without_a_place_are_listed_with_their_numbers(self) -> None:
        lines = played(Match(game("kuhn"), seed=3), ("human", "human"), "j 2", "j 1", "j 3")
        assert "Deal: ?." in lines and "    2  bet" in lines
        assert [line for line in lines if " plays " in line and "again" not in line] == [
            "j pass plays pass, b lets a bot move, why explains, h lists all commands.",
            "X plays bet.",
            "O plays pass.",
        ]
        assert "is over" in lines[-1]
        assert "Moves: 1 2" in played(Match(DICE, seed=3), ("human", "human"), "j 9")

    def test_a_side_that_moves_again(self) -> None:
        """In Kalah a last seed in the store gives another turn: undo and the prompt follow the position."""
        console, _lines = session(Match(game("kalah")), ("human", "human"))
        console.take("j c")
        assert (console.prompt, console.match.ply) == ("X> ", 1)
        console.take("j f")
        assert console.prompt == "O> "
        console.take("u")
        assert (console.prompt, console.match.format()) == ("X> ", "c")


def session(match: Match, names: tuple[str, ...]) -> tuple[Console, list[str]]:
    lines: list[str] = []

    def say(*spans: Any) -> None:
        lines.append(plain(spans))

    console = Console(match, names, say=say)
    console.start()
    return console, lines


def played(match: Match, names: tuple[str, ...], *commands: str) -> list[str]:
    console, lines = session(match, names)
    for command in commands:
        console.take(command)
    return lines


def test_solvers_refuse_in_a_sentence() -> None:
    for of, why in ((DICE, "does not support chance"), (SHARES, "only two players"), (CARDS, "hidden")):
        for solve in (forward.solve, count_games, retrograde.unsolved):
            with pytest.raises(SearchError, match=why):
                solve(of.start)
        for ask in (solved_positions, solution):
            with pytest.raises(SearchError, match=why):
                ask(of, new_tally())
        with pytest.raises(SearchError, match=f"^audit .*{why}"):
            Choices(of, bot("random:seed=1", of))
        for name in ("table", "dictionary", "engine", "greedy", "alphabeta"):
            with pytest.raises(SearchError, match=why):
                bot(name, of)
    with pytest.raises(SearchError, match="hidden"):
        bot("uct", CARDS)


@pytest.mark.parametrize(
    "text", sample(["three", "three:width=3,height=3", "three:width=5,height=3"], every=3, first=1)
)
def test_one_player_against_all_others_means_the_same_compiled(text: str) -> None:
    known = game(text)
    judge = next(iter(known.evaluations.values()))
    for depth in range(1, 6):
        chosen = setting(depth=depth, evaluation=judge)
        plain, native = (search(known.start, "paranoid", chosen, native=native) for native in (False, True))
        assert native == replace(plain, seconds=native.seconds)


@rules
class Stones(NamedTuple):
    """Three players take one of five stones that lie far apart on 81 cells; the second gains twice its number."""

    taken: int = 0
    player: int = 0
    gains: tuple[int, ...] = (0, 0, 0)

    def moves(self) -> Iterator[int]:
        for cell in range(0, 81, 20):
            if not self.taken >> cell & 1:
                yield cell

    def play(self, cell: int) -> Any:
        gain = 2 * cell if self.player == 1 else cell
        gains = put(self.gains, self.player, self.gains[self.player] + gain)
        return Stones(self.taken | 1 << cell, (self.player + 1) % 3, gains)

    def is_over(self) -> bool:
        return count(self.taken) == 5

    def to_move(self) -> int:
        return self.player

    def players(self) -> int:
        return 3

    def utilities(self) -> tuple[int, ...]:
        return self.gains

    def utmost(self) -> int:
        return 400

    def bounds(self) -> tuple[int, int]:
        return 0, 400


@pytest.mark.parametrize("name", sample(["paranoid", "max-n", "max-n-shallow"], every=3, first=2))
def test_three_players_on_a_large_board(name: str) -> None:
    """A board of more than 64 cells, without an evaluation, to the end of the game and to a horizon."""
    for chosen in (setting(), setting(depth=3)):
        plain, native = (search(Stones(), name, chosen, native=native) for native in (False, True))
        assert native == replace(plain, seconds=native.seconds)


@pytest.mark.proof
@pytest.mark.parametrize(
    "text",
    ["pig:target=5,faces=3,rounds=2", "pig:target=9,faces=4,rounds=2", "pig:target=7,faces=3,rounds=2"],
)
def test_star2_finds_the_same_compiled_in_floats(text: str) -> None:
    """Values within 1e-9 of the exact fractions. Where floats are exact, as with quarters, the nodes are the same."""
    known = game(text)
    judge = next(iter(known.evaluations.values()))
    for depth in range(1, 6):
        chosen = setting(depth=depth, evaluation=judge)
        plain, native = (search(known.start, "star2", chosen, native=native) for native in (False, True))
        assert (native.move, native.line) == (plain.move, plain.line)
        assert native.value == pytest.approx(float(plain.value), abs=1e-9)
        if "faces=4" in text:
            assert (native.nodes, native.leaves) == (plain.nodes, plain.leaves)


@pytest.mark.parametrize("name", ["expectiminimax", "star1"])
@pytest.mark.parametrize("text", sample(["pig:target=5,faces=3,rounds=2", "pig:target=9,faces=4,rounds=2"], every=2))
def test_a_search_with_chance_means_the_same_compiled_in_floats(name: str, text: str) -> None:
    """The same nodes, and values within 1e-9 of the exact fractions."""
    known = game(text)
    judge = next(iter(known.evaluations.values()))
    for depth in range(1, 6):
        chosen = setting(depth=depth, evaluation=judge)
        plain, native = (search(known.start, name, chosen, native=native) for native in (False, True))
        assert native.value == pytest.approx(float(plain.value), abs=1e-9)
        assert (native.move, native.nodes, native.leaves, native.line) == (
            plain.move,
            plain.nodes,
            plain.leaves,
            plain.line,
        )
        assert [root.move for root in native.moves] == [root.move for root in plain.moves]
