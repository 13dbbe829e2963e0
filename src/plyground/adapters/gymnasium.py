"""Plyground's games as environments of Gymnasium, for one learner against a bot.

Source: M. Towers et al. (2024), Gymnasium: a standard interface for reinforcement learning environments.
"""

from __future__ import annotations

import random
from typing import Any

from plyground.adapters.optional_library import library
from plyground.adapters.running_game import LONGEST, RunningGame, Survey, View, actions
from plyground.bots import bot as bot_named
from plyground.bots.bot_protocol import Thought
from plyground.core.game import Game
from plyground.core.position import CHANCE
from plyground.errors import SpecError
from plyground.i18n import _

gymnasium = library("gymnasium", "pettingzoo")
numpy = library("numpy", "pettingzoo")
ILLEGAL_REWARD = -1.0
"""Reward of an illegal action, which loses the game."""


class Environment(gymnasium.Env):  # type: ignore[misc, name-defined]  # it has no types here
    """A game of two players against a bot, ``opponent``. The learner has one ``side``, 0 or 1.

    An observation is the position as :class:`plyground.adapters.running_game.View` describes. ``info`` has
    ``action_mask``, with 1 for each legal action. The reward is the utility at the end; an illegal action loses at once,
    and ``info`` has ``illegal``. After ``longest`` moves a game is truncated as a draw.

    Raise :class:`plyground.errors.SpecError` if the moves of a game cannot be numbered, and for more than two players.
    """

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012  # Gymnasium's name

    def __init__(
        self,
        game: Game,
        opponent: str = "random",
        side: int = 0,
        *,
        longest: int = LONGEST,
        render_mode: str | None = None,
    ) -> None:
        if game.facts.players != 2:
            raise SpecError(_("{game} has not two players.", game=game.title))
        known = Survey(game)
        self.game, self.side, self.longest, self.render_mode = game, side, longest, render_mode
        self.moves = actions(game, known, of_chance=False)
        self._numbers = {move: number for number, move in enumerate(self.moves)}
        self._view = View(game, known)
        self._opponent = bot_named(opponent, game)
        self._chance = random.Random()
        self._playing = RunningGame(game, longest)
        kind = numpy.int8 if self._view.has_planes else numpy.int64
        least, greatest = (
            numpy.broadcast_to(numpy.array(bound, kind), self._view.shape)
            for bound in (self._view.least, self._view.greatest)
        )
        self.observation_space = gymnasium.spaces.Box(least, greatest, self._view.shape, kind)
        self.action_space = gymnasium.spaces.Discrete(len(self.moves))

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a game. Return (observation, info); the opponent may have moved already."""
        super().reset(seed=seed)
        if seed is not None:
            self._chance = random.Random(seed)
            if hasattr(self._opponent, "seed"):
                self._opponent.seed = seed
        self._playing = RunningGame(self.game, self.longest)
        self._answer()
        return self._observation(), self._info()

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play an action, and the opponent's answer. Return (observation, reward, terminated, truncated, info)."""
        move = self.moves[int(action)]
        if self._playing.is_over or move not in list(self._playing.position.moves()):
            return self._observation(), ILLEGAL_REWARD, True, False, {**self._info(), "illegal": True}
        self._playing.play(move)
        self._answer()
        is_drawn = self._playing.is_drawn
        reward = self._playing.payoffs[self.side]
        return self._observation(), reward, self._playing.is_over and not is_drawn, is_drawn, self._info()

    def render(self) -> str | None:
        """Return the position as text, if that was asked for."""
        return self.game.notation.format(self._playing.position) if self.render_mode == "ansi" else None

    def _answer(self) -> None:
        """Play moves of chance and of the opponent until the learner is to move."""
        while not self._playing.is_over and (mover := self.game.side(self._playing.position)) != self.side:
            position = self._playing.position
            if mover == CHANCE:
                outcomes = list(position.moves())
                likely = [float(position.probability(move)) for move in outcomes]
                self._playing.play(self._chance.choices(outcomes, likely)[0])
            else:
                self._playing.play(self._opponent.choose(position, Thought()).move)

    def _observation(self) -> Any:
        numbers = self._view.of(self._playing.position, self.side)
        return numpy.array(numbers, self.observation_space.dtype).reshape(self._view.shape)

    def _info(self) -> dict[str, Any]:
        mask = numpy.zeros(len(self.moves), numpy.int8)
        if not self._playing.is_over:
            mask[[self._numbers[move] for move in self._playing.position.moves()]] = 1
        return {"action_mask": mask}
