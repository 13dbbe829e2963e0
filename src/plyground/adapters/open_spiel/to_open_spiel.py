"""Plyground's games in OpenSpiel, so that OpenSpiel's algorithms can play them."""

from __future__ import annotations

import re
from typing import Any

from plyground.adapters.optional_library import library
from plyground.adapters.running_game import LONGEST, RunningGame, Survey, View, actions
from plyground.core.game import Game
from plyground.core.position import CHANCE, Demand
from plyground.errors import SearchError
from plyground.i18n import _

pyspiel = library("pyspiel", "open-spiel")
numpy = library("numpy", "open-spiel")
SpielGame: Any = pyspiel.Game
SpielState: Any = pyspiel.State


def offer(game: Game, *, longest: int = LONGEST) -> Any:
    """Return a game as a ``pyspiel.Game``, which is also registered for ``pyspiel.load_game`` as ``plyground_`` and its
    name.

    A game with repetition ends in a draw as its matches do; any other game after ``longest`` moves. A player observes
    the whole position, as :class:`plyground.adapters.running_game.View` describes. The rules run in plain Python.

    Raise :class:`plyground.errors.SearchError` for a game with hidden information, and
    :class:`plyground.errors.SpecError` if its moves cannot be numbered.
    """
    if Demand.HIDDEN in game.demands:
        raise SearchError(
            _("{game} has hidden information. Such games can only be given to PettingZoo.", game=game.name)
        )
    name = "plyground_" + re.sub(r"\W+", "_", game.name).lower()
    if name in pyspiel.registered_names():
        return pyspiel.load_game(name)
    known = Survey(game)
    moves, view = actions(game, known, of_chance=True), View(game, known)
    kind = _kind(game, name)
    info = _info(game, len(moves), longest)

    class Offered(SpielGame):
        def __init__(self, parameters: Any = None) -> None:
            super().__init__(kind, info, parameters or {})
            self.moves = moves
            self.numbers = {move: number for number, move in enumerate(moves)}

        def new_initial_state(self) -> OfferedState:
            return OfferedState(self, RunningGame(game, longest))

        def make_py_observer(self, _kind: Any = None, _parameters: Any = None) -> Observer:
            return Observer(view)

    pyspiel.register_game(kind, Offered)
    return pyspiel.load_game(name)


class OfferedState(SpielState):
    """An OpenSpiel state with a plyground position."""

    def __init__(self, offered: Any, playing: RunningGame) -> None:
        super().__init__(offered)
        self.playing = playing
        self.moves, self.numbers = offered.moves, offered.numbers

    def current_player(self) -> int:
        """Return OpenSpiel's number of the player to move."""
        if self.playing.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        side = self.playing.game.side(self.playing.position)
        return int(pyspiel.PlayerId.CHANCE) if side == CHANCE else side

    def _legal_actions(self, _player: int) -> list[int]:
        return sorted(self.numbers[move] for move in self.playing.position.moves())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return each outcome with its probability."""
        position = self.playing.position
        return [(self.numbers[move], float(position.probability(move))) for move in position.moves()]

    def _apply_action(self, action: int) -> None:
        self.playing.play(self.moves[action])

    def _action_to_string(self, _player: int, action: int) -> str:
        return self.playing.game.notation.format_move(self.playing.position, self.moves[action])

    def is_terminal(self) -> bool:
        """Return True if the game is over."""
        return self.playing.is_over

    def returns(self) -> list[float]:
        """Return the utility of each player."""
        return list(self.playing.payoffs)

    def __str__(self) -> str:
        return self.playing.game.notation.format(self.playing.position)


class Observer:
    """The observation of a state for OpenSpiel's learners."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.tensor = numpy.zeros(numpy.prod(view.shape), numpy.float32)
        self.dict = {"observation": self.tensor.reshape(view.shape)}

    def set_from(self, state: OfferedState, player: int) -> None:
        """Fill the tensor with the observation of ``player``."""
        self.tensor[:] = self.view.of(state.playing.position, player)

    def string_from(self, state: OfferedState, _player: int) -> str:
        """Return the position as text."""
        return str(state)


def _kind(game: Game, name: str) -> Any:
    kind = pyspiel.GameType
    return kind(
        short_name=name,
        long_name=str(game.title),
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if Demand.CHANCE in game.demands else kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM if game.facts.zero_sum else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=game.facts.players,
        min_num_players=game.facts.players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )  # fmt: skip


def _info(game: Game, moves: int, longest: int) -> Any:
    least, most = game.start.bounds()  # the method is named
    return pyspiel.GameInfo(
        num_distinct_actions=moves,
        max_chance_outcomes=moves if Demand.CHANCE in game.demands else 0,
        num_players=game.facts.players,
        min_utility=float(least),
        max_utility=float(most),
        utility_sum=0.0 if game.facts.zero_sum else None,
        max_game_length=RunningGame(game, longest).longest,
    )
