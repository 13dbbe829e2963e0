"""Games of this package for other libraries: OpenSpiel's own simulation, PettingZoo's own test, the textbook's functions."""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from fractions import Fraction
from math import prod
from typing import Any, NamedTuple

import pytest
from refusals import refused
from samples import some
from user_games import AMAZONS, LEDUC, NUMBERED_AMAZONS, PEGS

from plyground import Facts, Game, MoveError, PlygroundError, RulesError, SearchError, game, rules, search
from plyground.adapters import aima
from plyground.adapters.optional_library import library
from plyground.adapters.running_game import RunningGame, Survey, View, actions
from plyground.conformance import check
from plyground.core.position import CHANCE, Demand
from plyground.core.random_game import random_game
from plyground.searches import new_tally
from plyground.solvers.perft import perft


@rules
class Race(NamedTuple):
    """Race: three players in turn roll a coin, which moves them one or two places; the first on the fourth place wins."""

    places: tuple[int, ...] = (0, 0, 0)
    mover: int = 0
    rolling: bool = False

    def moves(self) -> Iterator[int]:
        if not self.is_over():
            yield from (1, 2) if self.rolling else (0, 5)  # roll, or stay

    def play(self, move: int) -> Race:
        if not self.rolling:
            return Race(self.places, self.mover if move == 0 else (self.mover + 1) % 3, move == 0)
        places = tuple(place + move * (side == self.mover) for side, place in enumerate(self.places))
        return Race(places, (self.mover + 1) % 3)

    def is_over(self) -> bool:
        return max(self.places) >= 4

    def to_move(self) -> int:
        return CHANCE if self.rolling else self.mover

    def players(self) -> int:
        return 3

    def probability(self, move: int) -> Fraction:
        return Fraction(move, 3)

    def utilities(self) -> tuple[int, ...]:
        return tuple(2 if place >= 4 else -1 for place in self.places)

    def utmost(self) -> int:
        return 2


@rules
class Secret(NamedTuple):
    """Secret: nobody knows."""

    left: int = 2
    mover: int = 0

    def moves(self) -> Iterator[int]:
        yield from range(self.left)

    def play(self, move: int) -> Secret:
        return Secret(self.left - 1, 1 - self.mover)

    def to_move(self) -> int:
        return self.mover

    def is_over(self) -> bool:
        return self.left == 0

    def utility(self) -> int:
        return -1


RACE = Game("race", Race())
SECRET = Game("secret", Secret(), facts=Facts(observable=False))
OFFERED = [
    "tictactoe",
    "connect_four",
    "othello:size=6",
    "dame",
    "nim",
    "hex:size=4",
    "kalah",
    "pig:target=5,faces=3,rounds=2",
    "three",
]


OF_PETTINGZOO = ["go:size=5", "backgammon", "chess", "kuhn"]
USERS: list[Game] = [RACE, LEDUC, PEGS, NUMBERED_AMAZONS]


SLOW = {"backgammon": pytest.mark.nightly}


def games(names: Sequence[str], others: Sequence[Game]) -> list[Any]:
    """Return the games as parameters of tests, which make them."""
    return [
        *(pytest.param(lambda name=name: game(name), id=name, marks=SLOW.get(name, ())) for name in names),
        *(pytest.param(lambda each=each: each, id=each.name) for each in others),
    ]


NO_WHEEL = "it has no wheel for this platform"


class TestOpenSpiel:
    @pytest.fixture(autouse=True)
    def pyspiel(self) -> Any:
        return pytest.importorskip("pyspiel", reason=NO_WHEEL)

    @pytest.mark.parametrize("made", games([*OFFERED, "backgammon"], [RACE]))
    def test_openspiel_s_own_simulation_passes(self, made: Callable[[], Game], pyspiel: Any) -> None:
        from plyground.adapters.open_spiel import offer

        pyspiel.random_sim_test(offer(made()), num_sims=1, serialize=True, verbose=False)

    def test_openspiel_s_search_finds_the_value(self) -> None:
        from open_spiel.python.algorithms.minimax import alpha_beta_search

        from plyground.adapters.open_spiel import load, offer

        small = game("mnk:width=3,height=3,k=2")
        offered = offer(small)
        assert alpha_beta_search(offered)[0] == search(small.start).value
        back = load(offered.get_type().short_name)  # back from OpenSpiel
        for plies in range(1, 5):
            counts = [perft(start, plies, 0, new_tally().counts) for start in (back.start, small.start)]
            assert counts[0] == counts[1]

    def test_openspiel_s_observations_show_the_board(self) -> None:
        from open_spiel.python.observation import make_observation

        from plyground.adapters.open_spiel import offer

        offered = offer(game("tictactoe"))
        state = offered.new_initial_state()
        state.apply_action(4)
        seen = make_observation(offered)
        seen.set_from(state, 1)
        assert seen.dict["observation"].tolist() == [[[0, 0, 0]] * 3, [[0, 0, 0], [0, 1, 0], [0, 0, 0]]]


class TestPettingZoo:
    @pytest.fixture(autouse=True)
    def theirs(self) -> Any:
        return pytest.importorskip("pettingzoo.test", reason=NO_WHEEL)

    @pytest.mark.parametrize("made", games([*OFFERED, *OF_PETTINGZOO], USERS))
    def test_pettingzoo_s_own_test_passes(self, made: Callable[[], Game], theirs: Any) -> None:
        from plyground.adapters.pettingzoo import Environment

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it would rather have a box than a dictionary with the mask beside it
            theirs.api_test(Environment(made()), num_cycles=60)

    def test_equal_seeds_roll_alike(self, theirs: Any) -> None:
        from plyground.adapters.pettingzoo import Environment

        environment = Environment(RACE, render_mode="ansi")
        theirs.seed_test(lambda: Environment(RACE), num_cycles=60)
        told = []
        for seed in (3, 3, 4, 5, 6):
            environment.reset(seed)
            line = []
            while not all(environment.terminations.values()):
                environment.step(0)
                line.append(environment.render())
            told.append(line)
            assert sorted(environment.rewards.values()) == [-1, -1, 2]
        assert told[0] == told[1]
        assert len({tuple(line) for line in told}) > 1

    def test_a_game_without_end_is_cut_and_wrong_actions_are_refused(self) -> None:
        from plyground.adapters.pettingzoo import Environment

        environment = Environment(RACE, longest=2)
        environment.reset()
        environment.step(list(environment.moves).index(5))
        environment.step(list(environment.moves).index(5))
        assert all(environment.truncations.values())
        assert set(environment.rewards.values()) == {0}
        environment.reset()
        with pytest.raises(MoveError, match="9 is not an action of race: actions are the numbers below 2"):
            environment.step(9)
        environment = Environment(game("tictactoe"))
        environment.reset()
        environment.step(4)
        with pytest.raises(MoveError, match="not a legal move"):
            environment.step(4)

    @pytest.mark.parametrize(
        ("name", "size"),
        [
            ("chess", 1968),  # 1,792 moves of queens and knights, and 4 promotions on each of 44 ways of a pawn
            (
                "backgammon",
                26 * 26 + 2_925 + 20_475 + 5,
            ),  # two points, sets of three and of four, and the rolls beside these
            ("kuhn", 2),
        ],
    )
    def test_actions_have_no_needless_numbers(self, name: str, size: int, theirs: Any) -> None:
        from plyground.adapters.pettingzoo import Environment

        assert Environment(game(name)).action_space("player_1").n == size

    def test_no_player_observes_the_other_s_card(self, theirs: Any) -> None:
        from plyground.adapters.pettingzoo import Environment

        environment = Environment(game("kuhn"))
        seen = set()
        for seed in range(60):
            environment.reset(seed)
            first, second = (environment.observe(agent)["observation"].tolist() for agent in environment.agents)
            assert first[1] == second[0] == 0
            assert first[2:] == second[2:] == [-1, -1, -1]  # nothing has been said, of at most three words
            seen.add((first[0], second[1]))
        assert len(seen) == 6  # deals


class Halves:
    """One choice between a half and its loss."""

    initial = 0

    def actions(self, state: int) -> list[int]:
        return [1, 2]

    def result(self, state: int, action: int) -> int:
        return action

    def is_terminal(self, state: int) -> bool:
        return state > 0

    def to_move(self, state: int) -> str:
        return "MAX"

    def utility(self, state: int, player: str) -> float:
        return 0.5 if state == 1 else -0.5


class Cells:
    """A game of a beginner: result() changes the state that it is given."""

    @property
    def initial(self) -> Any:
        return [0, 0]

    def actions(self, state: Any) -> list[int]:
        return [place for place, cell in enumerate(cells_of(state)) if cell == 0]

    def result(self, state: Any, action: int) -> Any:
        cells_of(state)[action] = 1
        return state

    def utility(self, state: Any, player: str) -> int:
        return 0

    def terminal_test(self, state: Any) -> bool:
        return 0 not in cells_of(state)

    def to_move(self, state: Any) -> str:
        return "XO"[sum(cells_of(state)) % 2]


class Box:
    """A state that is an object."""

    def __init__(self, cells: list[int]) -> None:
        self.cells = cells


class Boxed(Cells):
    """The same game, whose states are objects."""

    @property
    def initial(self) -> Any:
        return Box([0, 0])


def cells_of(state: Any) -> list[int]:
    found: list[int] = state.cells if isinstance(state, Box) else state
    return found


def copied(self: Any, state: Any, action: int) -> Any:
    return Cells.result(self, deepcopy(state), action)


class TestTextbook:
    @pytest.fixture
    def theirs(self) -> Any:
        return pytest.importorskip("aima3.games", reason="make installs the book's code apart from the test extra")

    @pytest.mark.proof
    def test_games_of_the_textbook_s_code_can_be_searched(self, theirs: Any) -> None:
        tictactoe = aima.load(theirs.TicTacToe(), name="Tic-tac-toe")
        result = search(tictactoe.start)
        assert (result.value, result.nodes) == (0, 18_297)  # as ours
        position = tictactoe.notation.parse("0,3,1")
        assert tictactoe.notation.format_move(position, 0) == "(1,2)"
        other_way = tictactoe.notation.parse("2,3,0")
        assert (position, position.key()) == (other_way, other_way.key())
        assert check(tictactoe, games=3) == []
        figure = aima.load(theirs.Fig52Game(), utmost=14)
        assert (search(figure.start).value, search(figure.start).nodes) == (3, 11)  # AIMA, fig. 5.5
        with pytest.raises(PlygroundError, match=r"Fig52Game\.utility returns 3, more than utmost=1"):
            search(aima.load(theirs.Fig52Game()).start)

    def test_ours_for_its_searches(self, theirs: Any) -> None:
        for text in ("mnk:width=3,height=2,k=2", "subtraction:heap=9", "nim:heaps=1-2-3"):
            ours = game(text)
            offered = aima.Offered(ours)
            best = search(ours.start).move
            assert theirs.minimax_decision(offered.initial, offered) in list(ours.start.moves())
            assert theirs.alphabeta_search(offered.initial, offered) == best

    def test_an_incomplete_textbook_game_is_refused(self) -> None:
        with pytest.raises(PlygroundError, match="class Heaps lacks initial, actions, result, is_terminal"):
            aima.load(Heaps())

    @pytest.mark.parametrize(
        ("changed", "said"),
        [
            ({}, r"Cells.result changes the state that it is given: change a copy of it, and return that."),
            ({"result": lambda self, state, action: None}, "Cells.result returns None: return the state after the action."),
            ({"utility": lambda self, state: 0}, r"Cells.utility does not take state, player: write def utility\(self, state, player\)."),
            ({"to_move": lambda self: "X"}, r"Cells.to_move does not take state: write def to_move\(self, state\)."),
            ({"actions": lambda self, state: None}, "Cells.actions returns None: return a list of the actions."),
            ({"result": copied, "utility": lambda self, state, player: "X"}, "Cells.utility returns 'X': return a number."),
            ({"result": copied, "utility": lambda self, state, player: float("nan")}, "Cells.utility returns nan: return a number."),
        ],
    )  # fmt: skip
    def test_a_method_that_breaks_the_interface_is_named(self, changed: dict[str, Any], said: str) -> None:
        made: Any = type("Cells", (Cells,), changed)
        with pytest.raises(RulesError, match=f"^{said}$"):
            search(aima.load(made()).start)

    def test_states_may_be_lists_and_objects_that_are_copied(self) -> None:
        """Two cells, filled by turns: the second side fills the last one, and utility() gives nobody anything."""
        for kind in (Cells, Boxed):
            made: Any = type(kind.__name__, (kind,), {"result": copied})
            assert search(aima.load(made()).start).nodes == 5
        with pytest.raises(RulesError, match=r"^Boxed\.result changes the state"):
            search(aima.load(Boxed()).start)

    def test_utilities_that_are_not_whole(self) -> None:
        with pytest.raises(
            RulesError,
            match=r"Halves\.utility returns 1/2, which is not a whole number: load the game with fractions=True",
        ):
            search(aima.load(Halves()).start)
        halves = aima.load(Halves(), fractions=True).start
        assert search(halves).value == search(halves, "minimax").value == Fraction(1, 2)
        with pytest.raises(SearchError, match="pvs supports only whole numbers"):
            search(halves, "pvs")

    def test_of_three_players_but_not_of_chance(self) -> None:
        with refused(PlygroundError, "{name} does not support chance, which this game has.", name="AIMA"):
            aima.Offered(RACE)


class TestPlaying:
    def test_positions_that_come_for_the_third_time_end_it(self) -> None:
        forth_and_back = RunningGame(game("dame"))
        names = game("dame").notation
        for word in ("a1-a2", "a4-a3", "a2-a1", "a3-a4") * 2:
            assert not forth_and_back.is_over
            forth_and_back.play(names.parse_move(forth_and_back.position, word))
        assert forth_and_back.is_drawn
        assert forth_and_back.payoffs == (0, 0)

    def test_observations_show_the_board(self) -> None:
        tictactoe = game("tictactoe")
        view = viewed(tictactoe)
        position = tictactoe.notation.parse("x...o....")
        assert view.of(position, 0) == [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]
        assert view.of(position, 1) == view.of(position, 0)[9:] + view.of(position, 0)[:9]
        assert viewed(RACE).of(RACE.start.play(0), 2) == [0, 0, 0, 0, 1]

    def test_stones_with_marks_of_their_own_are_on_the_planes(self) -> None:
        """The sides of Go are B and W, and their stones are drawn as X and O."""
        go = game("go:size=5")
        black, white = (
            viewed(go).of(go.start.play(go.notation.parse_move(go.start, "C3")), player) for player in (0, 1)
        )
        assert black == [int(point == 12) for point in range(50)]
        assert white == black[25:] + black[:25]

    def test_things_of_no_side_are_in_the_observation(self) -> None:
        """The arrows of Amazons are on no side's plane, so that the fields are given."""
        view = viewed(AMAZONS)
        assert not view.has_planes
        arrow = next(iter(AMAZONS.start.moves())) % 25
        assert view.of(AMAZONS.start.play(next(iter(AMAZONS.start.moves()))), 0)[arrow] == 3

    @pytest.mark.parametrize(
        "made",
        games(
            ["tictactoe", "chess", "backgammon:cube=yes", "kalah", "pig:target=5,faces=3,rounds=2", "kuhn"],
            [*USERS, AMAZONS],
        ),
    )
    def test_observations_stay_in_their_bounds_and_tell_positions_apart(self, made: Callable[[], Game]) -> None:
        each = made()
        view, chance = viewed(each), random.Random(1)
        size = prod(view.shape)
        least, greatest = ((bound * size)[:size] for bound in (view.least, view.greatest))
        seen: dict[tuple[Any, ...], Any] = {}
        for _game in range(5):
            for position in some(random_game(each.start, chance, 60)):
                for player in some(range(each.facts.players)):
                    numbers = view.of(position, player)
                    assert len(numbers) == size
                    assert all(
                        low <= number <= high for low, number, high in zip(least, numbers, greatest, strict=True)
                    )
                    known = position.seen_by(player) if Demand.HIDDEN in each.demands else position
                    if not view.has_planes:
                        assert seen.setdefault(tuple(numbers), known) == known

    def test_bounds_are_exact_where_every_position_is_visited(self) -> None:
        view = viewed(game("pig:target=5,faces=3,rounds=2"))
        positions = Survey(game("pig:target=5,faces=3,rounds=2")).positions
        for place, (least, greatest) in some(enumerate(zip(view.least, view.greatest, strict=True))):
            assert {least, greatest} <= {int(position[place]) for position in positions}

    @pytest.mark.parametrize(
        ("name", "count"), [("chess", 1968), ("backgammon:cube=yes", 24_081), ("backgammon", 24_081)]
    )
    def test_every_move_of_random_games_is_listed(self, name: str, count: int) -> None:
        each = game(name)
        listed = set(each.start.all_moves())
        assert len(listed) == count
        chance = random.Random(2)
        for _game in range(6):
            for position in random_game(each.start, chance, 200):
                assert listed.issuperset(position.moves())

    @pytest.mark.parametrize(
        "fen", ["8/PPPPPPPP/8/K6k/8/8/pppppppp/8 w - - 0 1", "1r1r1r1r/PPPPPPPP/8/8/k6K/8/8/8 w - - 0 1"]
    )
    def test_every_promotion_is_listed(self, fen: str) -> None:
        chess = game("chess")
        position = chess.notation.parse(fen)
        moves = list(position.moves())
        assert sum(move >> 12 > 0 for move in moves) >= 32
        assert set(chess.start.all_moves()).issuperset(moves)

    def test_unsupported_games_are_not_offered(self) -> None:
        games_without_numbers: list[Game] = [Game("heaps", Heaps()), AMAZONS, game("english_draughts")]
        for unnumbered in games_without_numbers:
            with refused(
                PlygroundError,
                "{game} has too many positions to find all its moves. Add a method actions() that returns a number greater than every move, or a method all_moves() that yields every number that a move can have.",
            ):
                actions(unnumbered, Survey(unnumbered), of_chance=True)
        with refused(
            PlygroundError,
            "{game} has hidden information. Add a method seen_by(player) that returns the position without what is hidden from the player.",
            game="secret",
        ):
            viewed(SECRET)
        growing = Game("growing", Growing())
        with refused(
            PlygroundError,
            "{game} has rows of changing length in the field {field}: give them one length, such as (0,) * 9.",
            game="growing",
            field="past",
        ):
            viewed(growing)


def viewed(of: Game) -> View:
    return View(of, Survey(of))


def test_a_missing_library_is_one_sentence() -> None:
    with refused(PlygroundError, "This needs {package}, which is not installed: pip install 'plyground[{extra}]'.", package="no_such_library", extra="open-spiel"):  # fmt: skip
        library("no_such_library.games", "open-spiel")


@rules
class Heaps(NamedTuple):
    """Heaps: too many to walk through."""

    heaps: tuple[int, ...] = (9, 9, 9, 9, 9, 9)
    mover: int = 0

    def moves(self) -> Iterator[int]:
        yield from (heap for heap, left in enumerate(self.heaps) if left)

    def play(self, move: int) -> Heaps:
        return Heaps(tuple(left - (heap == move) for heap, left in enumerate(self.heaps)), 1 - self.mover)

    def to_move(self) -> int:
        return self.mover

    def is_over(self) -> bool:
        return not any(self.heaps)

    def utility(self) -> int:
        return -1


@rules
class Growing(NamedTuple):
    """Growing: too many to walk through, and each remembers all moves."""

    past: tuple[int, ...] = ()

    def moves(self) -> Iterator[int]:
        yield from range(0 if self.is_over() else 9)

    def play(self, move: int) -> Growing:
        return Growing((*self.past, move))

    def to_move(self) -> int:
        return len(self.past) % 2

    def is_over(self) -> bool:
        return len(self.past) == 6

    def utility(self) -> int:
        return 0
