"""Games of this package as OpenSpiel's: its algorithms run on rules that are written here."""

from __future__ import annotations

import re
from typing import Any

from plyground.adapters.library import library
from plyground.adapters.playing import LONGEST, Playing, View, actions, refuse_hidden
from plyground.game import Game
from plyground.position import CHANCE, Demand

pyspiel = library("pyspiel", "open-spiel")
numpy = library("numpy", "open-spiel")
SpielGame: Any = pyspiel.Game
SpielState: Any = pyspiel.State


def offer(game: Game, *, longest: int = LONGEST) -> Any:
    """The ``pyspiel.Game`` of a game; from then on ``pyspiel.load_game`` knows it as ``plyground_`` and its name.

    A game whose positions come again ends in a draw as its matches do; any other after ``longest`` moves, if not before.
    A player sees the whole position, as :class:`plyground.adapters.playing.View` tells it. It runs in plain Python.

    Raises :class:`plyground.errors.SearchError` for a game with hidden parts, and :class:`plyground.errors.SpecError`
    for one whose moves cannot be numbered.
    """
    refuse_hidden(game)
    name = "plyground_" + re.sub(r"\W+", "_", game.name).lower()
    if name in pyspiel.registered_names():
        return pyspiel.load_game(name)
    moves = actions(game)
    kind = _kind(game, name)
    info = _info(game, len(moves), longest)

    class Offered(SpielGame):
        def __init__(self, parameters: Any = None) -> None:
            super().__init__(kind, info, parameters or {})
            self.moves = moves
            self.numbers = {move: number for number, move in enumerate(moves)}

        def new_initial_state(self) -> OfferedState:
            return OfferedState(self, Playing(game, longest))

        def make_py_observer(self, _kind: Any = None, _parameters: Any = None) -> Observer:
            return Observer(View(game))

    pyspiel.register_game(kind, Offered)
    return pyspiel.load_game(name)


class OfferedState(SpielState):
    """A state of OpenSpiel's on a position of this package."""

    def __init__(self, offered: Any, playing: Playing) -> None:
        super().__init__(offered)
        self.playing = playing
        self.moves, self.numbers = offered.moves, offered.numbers

    def current_player(self) -> int:
        """OpenSpiel's number of who is to move."""
        if self.playing.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        side = self.playing.game.side(self.playing.position)
        return int(pyspiel.PlayerId.CHANCE) if side == CHANCE else side

    def _legal_actions(self, _player: int) -> list[int]:
        return sorted(self.numbers[move] for move in self.playing.position.moves())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Each outcome with its probability."""
        position = self.playing.position
        return [(self.numbers[move], float(position.probability(move))) for move in position.moves()]

    def _apply_action(self, action: int) -> None:
        self.playing.play(self.moves[action])

    def _action_to_string(self, _player: int, action: int) -> str:
        return self.playing.game.notation.format_move(self.playing.position, self.moves[action])

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.playing.is_over

    def returns(self) -> list[float]:
        """What each player gets."""
        return list(self.playing.payoffs)

    def __str__(self) -> str:
        return self.playing.game.notation.format(self.playing.position)


class Observer:
    """What OpenSpiel's learners see of a state."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.tensor = numpy.zeros(numpy.prod(view.shape), numpy.float32)
        self.dict = {"observation": self.tensor.reshape(view.shape)}

    def set_from(self, state: OfferedState, player: int) -> None:
        """Fill the tensor with what ``player`` sees."""
        self.tensor[:] = self.view.of(state.playing.position, player)

    def string_from(self, state: OfferedState, _player: int) -> str:
        """The position as text."""
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
    least, most = game.start.bounds()  # type: ignore[attr-defined]  # every marked position has them
    return pyspiel.GameInfo(
        num_distinct_actions=moves,
        max_chance_outcomes=moves if Demand.CHANCE in game.demands else 0,
        num_players=game.facts.players,
        min_utility=float(least),
        max_utility=float(most),
        utility_sum=0.0 if game.facts.zero_sum else None,
        max_game_length=Playing(game, longest).longest,
    )
