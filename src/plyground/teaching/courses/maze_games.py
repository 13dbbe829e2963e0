"""Grading of questions 1 and 5 of project 2 of Berkeley's course CS188: games on a small board with one or two ghosts.

As in the public description, ten games are played and five must be won. The boards and the ghosts are plyground's own.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from plyground.core.random_numbers import Chance, new_chance
from plyground.i18n import Number, _
from plyground.teaching.courses.course_process import GAME_FACTOR, serve_maze
from plyground.teaching.courses.maze_board import OPEN_BOARD, STEPS, WALLED_BOARD, Cell, MazeState, first_state
from plyground.teaching.exercises.generator import seed_of
from plyground.teaching.grading.answer import Problem
from plyground.teaching.grading.game_submission import ENDINGS, GameFault, problem_in
from plyground.teaching.grading.submission_process import SubmissionProcess, problem_sentence
from plyground.teaching.grading.submission_report import Part, Report

MAZE_TASKS = {"reflex": "ReflexAgent", "evaluation": "betterEvaluationFunction"}
"""The class or function of each task: questions 1 and 5."""
BOARDS = {"reflex": OPEN_BOARD, "evaluation": WALLED_BOARD}
"""The board of each task."""
GAMES = 10
"""Games of one submission, with one and two ghosts in turn."""
WANTED_WINS = 5
"""Games to win for full marks."""
MAX_MOVES = 200
"""Moves of Pacman after which a game is stopped."""
IDLE_MOVES = 40
"""Last moves of a stopped game that are looked at."""
CHASE_PERCENT = 70
"""Moves of a ghost towards Pacman, or away from it when scared; the others are random."""
FAR = 4
"""Least distance of a ghost that is no danger."""


class Played(NamedTuple):
    """A game: its last state, and each state with Pacman's action in it."""

    end: MazeState
    moves: tuple[tuple[MazeState, str], ...] = ()
    problem: Problem | None = None


def grade_maze(path: Path, text: str, student: str, *, task: str, seed: int, seconds: float) -> Report:
    """Grade the class of question 1 or the function of question 5."""
    process = SubmissionProcess(serve_maze, str(path), text, MAZE_TASKS[task], seconds, text=text, seconds=seconds)
    try:
        loaded = process.load({})
        games: list[Played] = []
        problem = None if "functions" in loaded else problem_in(loaded)
        if problem is None:
            games = play_games(process.ask, task, student, seed)
        return report_on(student, task, games, problem, seed, seconds)
    finally:
        process.end()


def play_games(ask: Callable[[dict[str, Any]], dict[str, Any]], task: str, student: str, seed: int) -> list[Played]:
    """Return the games of a submission; after an endless one or the like, no more are played."""
    games: list[Played] = []
    for number in range(GAMES):
        chance = new_chance(seed_of("grade", "cs188", task, student, seed, number))
        games.append(_play(ask, BOARDS[task], 1 + number % 2, chance))
        problem = games[-1].problem
        if problem is not None and problem.kind in (*ENDINGS, "slow"):
            break
    return games


def _play(ask: Callable[[dict[str, Any]], dict[str, Any]], rows: tuple[str, ...], ghosts: int, chance: Chance) -> Played:  # fmt: skip
    state = first_state(rows, ghosts)
    question: dict[str, Any] = {"rows": rows, "ghosts": ghosts, "seed": chance.below(1 << 30)}
    passed: list[tuple[MazeState, str]] = []
    since: list[tuple[int, str]] = []
    while len(passed) < MAX_MOVES and not (state.isWin() or state.isLose()):
        answer = ask({**question, "moves": since})
        if "problem" in answer:
            return Played(state, tuple(passed), problem_in(answer))
        action = str(answer.get("action"))
        if action not in state.getLegalActions():
            return Played(state, tuple(passed), Problem("illegal", action))
        passed.append((state, action))
        question, since = {}, [(0, action)]
        state = state.generateSuccessor(0, action)
        for ghost in range(1, ghosts + 1):
            actions = state.getLegalActions(ghost)
            if actions:
                since.append((ghost, _ghost_action(state, ghost, actions, chance)))
                state = state.generateSuccessor(*since[-1])
    return Played(state, tuple(passed))


def _ghost_action(state: MazeState, ghost: int, actions: list[str], chance: Chance) -> str:
    if chance.below(100) >= CHASE_PERCENT:
        return actions[chance.below(len(actions))]
    place = state.getGhostState(ghost)
    (column, row), away = place.position, bool(place.scaredTimer)
    steps = {name: _apart((column + STEPS[name][0], row + STEPS[name][1]), state.getPacmanPosition()) for name in actions}  # fmt: skip
    return (max if away else min)(steps, key=steps.__getitem__)


def _apart(one: Cell, other: Cell) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def _danger(state: MazeState) -> int:
    """Return the distance of the nearest ghost that is not scared; a large number if all are."""
    places = [ghost.position for ghost in state.ghosts if not ghost.scaredTimer]
    return min((_apart(place, state.getPacmanPosition()) for place in places), default=99)


def _is_safe(state: MazeState, action: str) -> bool:
    """Return True if no ghost can catch Pacman at once after its action."""
    after = state.generateSuccessor(0, action)
    return after.isWin() or (not after.isLose() and _danger(after) > 1)


def seen_in(game: Played) -> tuple[str, MazeState, str] | None:
    """Return the fault seen in a game that was not won, with the state and the action that show it; None if nothing was
    seen.
    """
    if game.problem is not None or game.end.isWin():
        return None
    state, action = game.moves[-1]
    if all(each.pacman.position == game.end.pacman.position for each, _action in game.moves):
        return "stands", state, action
    if game.end.isLose():
        can_escape = any(_is_safe(state, each) for each in state.getLegalActions())
        return ("ghost" if can_escape and not _is_safe(state, action) else "trapped"), state, action
    left = [(each, chosen) for each, chosen in game.moves if _danger(each) >= FAR and _leaves_food(each, chosen)]
    if left:
        return "food-left", *left[-1]
    idle = len(game.moves[-IDLE_MOVES][0].food) == len(game.end.food)
    return ("wanders" if idle else "unfinished"), state, action


def _leaves_food(state: MazeState, action: str) -> bool:
    """Return True if an action eats no food although another one does."""

    def eats(action: str) -> bool:
        return len(state.generateSuccessor(0, action).food) < len(state.food)

    return not eats(action) and any(map(eats, state.getLegalActions()))


def fault_named(name: str, count: int) -> GameFault:
    """Return the fault that was seen in so many games."""
    games = Number(count)
    facts = {
        "ghost": _("In {count} of its games it moved next to a ghost or into it, and was caught, though another move was safe.", count=games),
        "trapped": _("In {count} of its games the ghosts caught it where no move was safe any more: keep away earlier.", count=games),
        "stands": _("In {count} of its games it never moved.", count=games),
        "food-left": _("In {count} of its games it left food beside it, though no ghost was near.", count=games),
        "wanders": _("In {count} of its games it ate nothing in its last {moves} moves.", count=games, moves=Number(IDLE_MOVES)),
        "unfinished": _("In {count} of its games it ate too slowly: {moves} moves were not enough.", count=games, moves=Number(MAX_MOVES)),
    }  # fmt: skip
    return GameFault(name, facts[name], is_cause=False)


def report_on(student: str, task: str, games: list[Played], problem: Problem | None, seed: int, seconds: float) -> Report:  # fmt: skip
    """Return the report on the games of a submission, or on the problem that kept it from playing."""
    won = sum(game.end.isWin() for game in games)
    failed = problem or next((game.problem for game in games if game.problem is not None), None)
    right = min(won, WANTED_WINS - (failed is not None))
    name = f"cs188 {task}"
    sentences = [
        _("{student}: won {won} of {games} games ({task}); {wanted} are wanted.", student=student, won=Number(won), games=Number(GAMES), task=name, wanted=Number(WANTED_WINS)),
    ]  # fmt: skip
    if games:
        average = sum(game.end.score for game in games) // len(games)
        sentences.append(_("Average score: {score}.", score=Number(average)))
    fault, example, cause = None, "", None
    shown: list[tuple[MazeState, str]] = []
    if failed is not None:
        cause = problem_sentence(failed, seconds)
        if failed.kind == "slow":
            cause = _("Its moves of one game need more than {seconds} s of computing.", seconds=f"{GAME_FACTOR * seconds:g}")  # fmt: skip
        sentences.append(_("The cause: {cause}", cause=cause))
        shown = [(game.end, "") for game in games if game.problem is not None]
    elif right < WANTED_WINS:
        seen = [found for found in map(seen_in, games) if found is not None]
        kinds = [kind for kind, _state, _action in seen]
        kind = max(kinds, key=kinds.count)
        fault = fault_named(kind, kinds.count(kind))
        sentences.append(_("Seen: {fact}", fact=fault.explanation))
        shown = [(state, action) for each, state, action in seen if each == kind]
    if shown:
        state, action = min(shown, key=lambda pair: (len(pair[0].ghosts), len(pair[0].food)))
        example = str(state)
        sentences.append(_("The smallest example found: {tree}", tree=example))
        if action:
            sentences.append(_("There Pacman (P) chose {action}.", action=action))
    parts = (Part("games", _("games won, up to five"), right, WANTED_WINS),)
    record = {
        "student": student, "task": name, "function": MAZE_TASKS[task], "seed": seed, "right": right, "tests": WANTED_WINS,
        "games": GAMES, "won": won, "parts": {part.name: [part.right, part.total] for part in parts},
        "mistake": fault.name if fault else None, "cause": None if cause is None else str(cause), "example": example or None,
    }  # fmt: skip
    return Report(
        student, name, right, WANTED_WINS, parts, fault.name if fault else "", cause, tuple(sentences), example, MAZE_TASKS[task], seed, "cs188", record,
    )  # fmt: skip


def is_unchanged_template(written: ast.ClassDef | ast.FunctionDef) -> bool:
    """Return True if a class or function is as the course gives it: not defined, or an agent that asks for the score."""
    if "raiseNotDefined" in ast.dump(written):
        return True
    returned = [
        node.value
        for part in ast.walk(written)
        if isinstance(part, ast.FunctionDef) and part.name == "evaluationFunction"
        for node in ast.walk(part)
        if isinstance(node, ast.Return)
    ]
    return bool(returned) and all(
        isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr == "getScore"
        for value in returned
    )
