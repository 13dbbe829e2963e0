"""Plyground's games as PettingZoo environments, for learners of any number of players.

Terry et al. (2021), PettingZoo: Gym for multi-agent reinforcement learning, NeurIPS 34; its AEC interface.
"""

from __future__ import annotations

import random
from typing import Any

from plyground.adapters.optional_library import library
from plyground.adapters.running_game import LONGEST, RunningGame, Survey, View, actions
from plyground.core.game import Game
from plyground.core.position import CHANCE
from plyground.errors import MoveError
from plyground.i18n import _

AECEnv: Any = library("pettingzoo", "pettingzoo").AECEnv
spaces = library("gymnasium.spaces", "pettingzoo")
numpy = library("numpy", "pettingzoo")


class Environment(AECEnv):
    """A game in which agents ``player_0``, ``player_1``, ... take turns as its rules say.

    An agent observes a dictionary: ``observation`` is the position as :class:`plyground.adapters.running_game.View`
    describes, ``action_mask`` has 1 for each legal action and 0 for the others, and only 0 for agents that are not to
    move. Actions number the moves of :func:`plyground.adapters.running_game.actions`. Rewards are the utilities, at the
    end. Chance moves automatically, with the seed of :meth:`reset`. After ``longest`` moves a game ends in a draw and
    is truncated.

    Raise :class:`plyground.errors.SpecError` if the moves of a game cannot be numbered, and for hidden information
    without a method ``seen_by``. :meth:`step` raises :class:`plyground.errors.MoveError` for an illegal action.
    """

    def __init__(self, game: Game, *, longest: int = LONGEST, render_mode: str | None = None) -> None:
        super().__init__()
        known = Survey(game)
        self.game = game
        self.longest = longest
        self.render_mode = render_mode
        self.metadata = {"name": f"plyground_{game.name}", "render_modes": ["ansi"], "is_parallelizable": False}
        self.moves = actions(game, known, of_chance=False)
        self._numbers = {move: number for number, move in enumerate(self.moves)}
        self._view = View(game, known)
        self._chance = random.Random()
        self._playing = RunningGame(game, longest)
        self.possible_agents = [f"player_{side}" for side in range(game.facts.players)]
        self.agents = self.possible_agents[:]
        kind = numpy.int8 if self._view.has_planes else numpy.int64
        least, greatest = (
            numpy.broadcast_to(numpy.array(bound, kind), self._view.shape)
            for bound in (self._view.least, self._view.greatest)
        )
        seen = spaces.Box(least, greatest, self._view.shape, kind)
        mask = spaces.Box(0, 1, (len(self.moves),), numpy.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": seen, "action_mask": mask}) for agent in self.agents
        }
        self.action_spaces = {agent: spaces.Discrete(len(self.moves)) for agent in self.agents}

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin the game. With ``seed`` the random numbers begin anew; without it they continue."""
        if seed is not None:
            self._chance = random.Random(seed)
        self._playing = RunningGame(self.game, self.longest)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._roll()
        self.agent_selection = self._mover()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the observation of an agent now."""
        space = self.observation_spaces[agent]
        numbers = self._view.of(self._playing.position, self.possible_agents.index(agent))
        mask = numpy.zeros(len(self.moves), numpy.int8)
        if agent == self.agent_selection and not self._playing.is_over:
            mask[[self._numbers[move] for move in self._playing.position.moves()]] = 1
        return {
            "observation": numpy.array(numbers, space["observation"].dtype).reshape(self._view.shape),
            "action_mask": mask,
        }

    def step(self, action: int | None) -> None:
        """Play an action for the agent to move; None if the game is over for it."""
        mover = self.agent_selection
        if self.terminations[mover] or self.truncations[mover]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[mover] = 0.0
        if action is None or action not in self.action_spaces[mover]:
            raise MoveError(
                _("{action} is not an action of {game}: actions are the numbers below {end}.", action=action, game=self.game.name, end=len(self.moves))
            )  # fmt: skip
        self._playing.play(self.moves[int(action)])
        self._roll()
        over = self._playing.is_over
        self.rewards = dict(zip(self.possible_agents, self._playing.payoffs, strict=True))
        self.terminations = dict.fromkeys(self.agents, over and not self._playing.is_drawn)
        self.truncations = dict.fromkeys(self.agents, self._playing.is_drawn)
        if not over:
            self.agent_selection = self._mover()
        else:
            self.agent_selection = self.agents[(self.agents.index(mover) + 1) % len(self.agents)]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return the position as text, if that was asked for."""
        return self.game.notation.format(self._playing.position) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Close the environment, which has nothing to release."""

    def _mover(self) -> str:
        return self.possible_agents[self.game.side(self._playing.position)]

    def _roll(self) -> None:
        """Play moves of chance until a player is to move."""
        while not self._playing.is_over and self.game.side(self._playing.position) == CHANCE:
            position = self._playing.position
            outcomes = list(position.moves())
            likely = [float(position.probability(move)) for move in outcomes]
            self._playing.play(self._chance.choices(outcomes, likely)[0])
