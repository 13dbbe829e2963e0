"""Grading of one submission about a game, whatever its task: rules, a bot or an evaluation."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from plyground.bots.table_bot import is_soon_solved
from plyground.core.game import Game
from plyground.errors import ExerciseError, PlygroundError
from plyground.i18n import Number, Sentence, _
from plyground.solvers.forward import Valued
from plyground.solvers.solve_game import solve_game
from plyground.teaching.grading import bot_grader, evaluation_grader, rules_faults, rules_grader, same_choice
from plyground.teaching.grading.answer import Problem
from plyground.teaching.grading.game_submission import GameFault, GameSettings, GameSubmission, Line, after
from plyground.teaching.grading.proven_values import ProvenValues
from plyground.teaching.grading.submission_process import problem_sentence
from plyground.teaching.grading.submission_report import Part, Report

GAME_TASKS = ("moves", "bot", "evaluation")
"""The tasks about a game."""
RULE_PARTS = {
    "moves": _("moves"), "valid": _("accepted moves"), "boards": _("boards after a move"), "over": _("ends of the game"),
    "results": _("results"),
}  # fmt: skip
"""The parts of the rules as people read them."""


class Verdict(NamedTuple):
    """The result of the tests of one task."""

    parts: tuple[Part, ...]
    right: int
    total: int
    fault: GameFault | None = None
    problem: Problem | None = None  # problem that kept the program from answering
    example: Line | None = None  # smallest wrong case
    told: tuple[Sentence, ...] = ()  # differences in the example
    notes: tuple[Sentence, ...] = ()  # further remarks for people
    failure: Problem | None = None  # first failure, if only some answers failed


def grade_game(path: Path, text: str, settings: GameSettings, student: str = "") -> Report:
    """Grade the file with this text; the positions depend on the ``student``'s name (default: the file's).

    Raise :class:`ExerciseError` if the game cannot be used for the task, and :class:`SpecError` for an unknown bot.
    """
    student = student or path.stem
    refuse_unfit(settings)
    submission = GameSubmission(path, text, settings)
    try:
        loaded = submission.start()
        if isinstance(loaded, Problem):
            return _report(settings, student, "", Verdict((), 0, settings.positions, problem=loaded))
        verdict = GRADERS[settings.task](submission, student)
        return _report(settings, student, ", ".join(loaded.values()), verdict)
    finally:
        submission.end()


def refuse_unfit(settings: GameSettings) -> None:
    """Raise :class:`ExerciseError` for a game that cannot be used for the task."""
    game = settings.game
    if len(game.sides) != 2 or not game.facts.deterministic or not game.facts.observable:
        raise ExerciseError(
            _("{game} does not fit: the task needs a game of two sides without chance.", game=game.name)
        )
    if settings.same_bot:
        same_choice.bot_of(settings.same_bot, game)
    if settings.same_evaluation and settings.same_evaluation not in game.evaluations:
        names = ", ".join(game.evaluations) or "–"
        raise ExerciseError(_("{game} has no evaluation “{name}”; it has: {names}.", game=game.name, name=settings.same_evaluation, names=names))  # fmt: skip


_solved: dict[str, Valued] = {}


def values_of(game: Game, *, is_proven: bool = False) -> Valued:
    """Return the exact values of a game, solved once, or proven one by one. Raise :class:`ExerciseError` if it is too large."""
    if game.name not in _solved:
        try:
            _solved[game.name] = ProvenValues(game) if is_proven else solve_game(game)
        except PlygroundError as error:
            raise ExerciseError(_("{game} cannot be solved here: {reason} Choose a smaller one.", game=game.name, reason=error)) from None  # fmt: skip
    return _solved[game.name]


def _grade_moves(submission: GameSubmission, student: str) -> Verdict:
    found = rules_grader.tested(submission, student)
    problem = _common([each.problem for each in found])
    names = list(dict.fromkeys(name for each in found for name in each.parts))
    parts = tuple(
        Part(name, RULE_PARTS[name], sum(each.parts.get(name, False) for each in found), _asked(found, name))
        for name in names
    )
    example = rules_grader.smallest(submission, found)
    fault = rules_faults.fault_of(submission.game, found)
    told = tuple(rules_grader.told(submission.game, example)) if example else ()
    if example is not None and example.problem is not None and problem is None:
        told = (problem_sentence(example.problem, submission.settings.seconds),)
    return Verdict(
        parts, sum(each.is_right for each in found), len(found), fault, problem, example and example.line, told
    )


def _asked(found: list[rules_grader.Tested], name: str) -> int:
    """Return the number of tests of a part; tests without an answer are included."""
    return sum(name in each.parts or each.problem is not None for each in found)


def _grade_same_choice(submission: GameSubmission, student: str) -> Verdict:
    settings = submission.settings
    bot = same_choice.bot_of(settings.same_bot, settings.game)
    found = same_choice.compared(submission, student, bot)
    wrong = [each for each in found if not each.is_right]
    example = min(wrong, key=lambda each: (-len(each.line), len(list(each.position.moves()))), default=None)
    problem = _common([each.problem for each in found])
    told = tuple(same_choice.told(submission, example, bot)) if example else ()
    if example is not None and example.problem is not None and problem is None:
        told = (problem_sentence(example.problem, settings.seconds),)
    right = len(found) - len(wrong)
    return Verdict(
        (Part("moves", _("moves"), right, len(found)),), right, len(found), same_choice.fault_of(found, bot), problem,
        example and example.line, told,
    )  # fmt: skip


def _grade_bot(submission: GameSubmission, student: str) -> Verdict:
    if submission.settings.same_bot:
        return _grade_same_choice(submission, student)
    game = submission.game
    is_proven = ProvenValues.fits(game) and not is_soon_solved(game)
    test = bot_grader.BotTest(submission, student, values_of(game, is_proven=is_proven))
    positions, games = test.positions, test.games
    problem = _common([each.problem for each in positions])
    wrong = [each for each in positions if not each.is_right]
    example = min(wrong, key=lambda each: (each.distance, len(each.values)), default=None)
    right_games = sum(each.is_right for each in games)
    parts = [Part("moves", _("moves"), len(positions) - len(wrong), len(positions))]
    notes = []
    marked_games = games if test.knows_start else []
    if marked_games:
        parts.append(Part("games", _("games as good as best play"), right_games, len(games)))
    if games:
        results = [sum(each.utility == outcome for each in games) for outcome in (1, 0, -1)]
        notes.append(
            _(
                "Against {bot} it wins {wins}, draws {draws} and loses {losses} games.",
                bot=submission.settings.baseline, wins=Number(results[0]), draws=Number(results[1]), losses=Number(results[2]),
            )
        )  # fmt: skip
        stopped = next((each.problem for each in games if each.problem is not None), None)
        if stopped is not None:
            notes.append(
                _(
                    "It lost a game for this reason: {problem}",
                    problem=problem_sentence(stopped, submission.settings.seconds),
                )
            )
    told = tuple(bot_grader.told(test, example)) if example else ()
    if example is not None and example.problem is not None and problem is None:
        told = (problem_sentence(example.problem, submission.settings.seconds),)
    return Verdict(
        tuple(parts), len(positions) - len(wrong) + (right_games if marked_games else 0), len(positions) + len(marked_games),
        bot_grader.fault_of(positions), problem, example and example.line, told, tuple(notes),
        next((each.problem for each in positions if each.problem is not None), None),
    )  # fmt: skip


def _grade_evaluation(submission: GameSubmission, student: str) -> Verdict:
    settings = submission.settings
    game = settings.game
    found = evaluation_grader.judged(submission, student, None if settings.same_evaluation else values_of(game))
    names = evaluation_grader.NAMES
    numbers = [each for each in found if each.given is not None]
    problem = _common([each.problem for each in found])
    fault = evaluation_grader.fault_of(game, found)
    parts = [Part("numbers", names["numbers"], len(numbers), len(found))]
    bad: list[tuple[Any, Any]] = [(each, None) for each in found if each.given is None]
    notes: list[Sentence] = []
    if settings.same_evaluation:
        wrong = [each for each in numbers if each.given != each.wanted]
        parts.append(Part("values", names["values"], len(numbers) - len(wrong), len(found)))
        bad += [(each, None) for each in wrong]
    else:
        pairs = evaluation_grader.pairs_of_images(found)
        unequal = [(one, other) for one, other in pairs if one.given != other.given]
        is_constant = fault is not None and fault.name == "constant"  # then its mirror images prove nothing
        if pairs and not is_constant:
            parts.append(Part("symmetry", names["symmetry"], len(pairs) - len(unequal), len(pairs)))
        bad += unequal
        agreed = evaluation_grader.agreement(evaluation_grader.known(found))
        if agreed is not None:
            enough = agreed >= evaluation_grader.GOOD
            most = round(100 * evaluation_grader.GOOD)
            above = 0 if is_constant else most if enough else int(100 * agreed)
            parts.append(Part("ranks", names["ranks"], above, most))
            if not is_constant:
                notes.append(_("It values {percent} of the won positions above the lost ones; guessing gives 50%.", percent=f"{agreed:.0%}"))  # fmt: skip
            if not enough:
                bad += _reversed(numbers)
    example, other = min(bad, key=lambda pair: len(pair[0].line), default=(None, None))
    told = tuple(evaluation_grader.told(game, example, other)) if example else ()
    if example is not None and example.problem is not None and problem is None:
        told = (problem_sentence(example.problem, settings.seconds),)
    right, total = sum(part.right for part in parts), sum(part.total for part in parts)
    return Verdict(
        tuple(parts), right, total, fault if right < total else None, problem, example and example.line, told, tuple(notes)
    )  # fmt: skip


def _reversed(numbers: list[evaluation_grader.Judged]) -> list[tuple[Any, Any]]:
    """Return a won and a lost position, where the lost one has at least the value of the won one."""
    won = min((each for each in numbers if each.exact == 1), key=lambda each: each.given or 0.0, default=None)
    lost = max((each for each in numbers if each.exact == -1), key=lambda each: each.given or 0.0, default=None)
    return [(won, lost)] if won is not None and lost is not None else []


GRADERS = {"moves": _grade_moves, "bot": _grade_bot, "evaluation": _grade_evaluation}
"""The functions that grade each task."""


def _common(problems: list[Problem | None]) -> Problem | None:
    """Return the first answer's problem if every answer has a problem, else None."""
    return problems[0] if problems and None not in problems else None


def _report(settings: GameSettings, student: str, function: str, verdict: Verdict) -> Report:
    """Return the report of a verdict."""
    game = settings.game
    cause: Sentence | None = None
    if verdict.fault is not None:
        cause = verdict.fault.explanation
    elif (stopped := verdict.problem or verdict.failure) is not None:
        cause = problem_sentence(stopped, settings.seconds)
    position = None if verdict.example is None else after(game, verdict.example)
    example = "" if position is None else game.notation.format(position)
    is_right = verdict.right == verdict.total > 0
    words = []
    if is_right:
        words.append(_("{student}: right in all {total} tests ({task}, {game}).", student=student, total=Number(verdict.total), task=settings.task, game=game.name))  # fmt: skip
    else:
        words.append(_("{student}: right in {right} of {total} tests ({task}, {game}).", student=student, right=Number(verdict.right), total=Number(verdict.total), task=settings.task, game=game.name))  # fmt: skip
        if verdict.problem is None:
            words += [_("Right {part}: {right} of {total}.", part=part.title, right=Number(part.right), total=Number(part.total)) for part in verdict.parts]  # fmt: skip
        if verdict.fault is not None and not verdict.fault.is_cause:
            words.append(_("Seen: {fact}", fact=verdict.fault.explanation))
        elif cause is not None:
            words.append(_("The cause: {cause}", cause=cause))
        if example and verdict.problem is None:
            words.append(_("The smallest example found: {position}", position=example))
            words += verdict.told
    words += verdict.notes
    parts = tuple(part._replace(right=0) for part in verdict.parts) if verdict.problem else verdict.parts
    record = {
        "student": student, "task": settings.task, "game": game.name, "functions": function, "seed": settings.seed,
        "right": verdict.right, "tests": verdict.total,
        "parts": {part.name: [part.right, part.total] for part in parts},
        "mistake": verdict.fault.name if verdict.fault else None,
        "cause": None if cause is None else str(cause),
        "example": None if verdict.example is None else {
            "position": example, "moves": list(verdict.example), "differences": list(map(str, verdict.told)),
        },
        "notes": list(map(str, verdict.notes)),
    }  # fmt: skip
    if not parts:
        parts = (Part("tests", _("tests"), 0, settings.positions),)
    return Report(
        student, settings.task, verdict.right, verdict.total, parts, verdict.fault.name if verdict.fault else "", cause,
        tuple(words), example, function, settings.seed, game.name, record,
    )  # fmt: skip
