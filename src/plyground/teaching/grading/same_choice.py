"""Grading of a bot that must choose as a bot does, and the mistakes that explain other choices."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any, NamedTuple

from plyground.bots import bot as bot_named
from plyground.bots.bot_protocol import Bot
from plyground.bots.expert import EDGE, Expert, Rule, lowest_cell, lowest_corner, threats
from plyground.bots.move_spelling import MoveReader
from plyground.bots.searcher import Searcher
from plyground.core.position import MarkedPosition, Move
from plyground.errors import PlygroundError
from plyground.i18n import Sentence, _
from plyground.searches.scores import MAX_DEPTH, scores, usual_scores
from plyground.teaching.grading.answer import Problem
from plyground.teaching.grading.bot_grader import FAULTS as BOT_FAULTS
from plyground.teaching.grading.bot_grader import read_choice
from plyground.teaching.grading.game_submission import (
    ENDINGS,
    GameFault,
    GameSettings,
    GameSubmission,
    Line,
    after,
    sampled,
)

LOWEST = EDGE._replace(name="lowest", find=lowest_cell)
"""The rule that takes the lowest free cell; it always applies."""
REVEALING = 2
"""Positions that distinguish each two known mistakes of an expert."""
SPARE = 20
"""Sampled positions for each position that is tested."""
Prediction = Callable[[Any], frozenset[Move]]
"""The moves that a program with one known mistake may choose in a position."""


class Compared(NamedTuple):
    """One position with the move that the student's bot chose there and the moves that the bot may choose."""

    line: Line
    position: Any
    move: Move | None
    text: str  # text of the given move
    right: frozenset[Move]
    problem: Problem | None = None

    @property
    def is_right(self) -> bool:
        """True if the bot may choose this move."""
        return self.move in self.right


def compared(submission: GameSubmission, student: str, bot: Bot) -> list[Compared]:
    """Return the choices of a submission on sampled positions beside the bot's. Stop after a choice that does not
    return.
    """
    found = []
    for line in _lines(submission.settings, student, bot):
        position = after(submission.settings.game, line)
        given = read_choice(submission, line, position)
        found.append(Compared(line, position, given.move, given.text, choices(bot, position), given.problem))
        if given.problem is not None and given.problem.kind in ENDINGS:
            break
    return found


def _lines(settings: GameSettings, student: str, bot: Bot) -> list[Line]:
    """Return lines to positions with a choice. For an expert, some of them reveal each known mistake."""
    count = settings.positions
    many = SPARE * count if isinstance(bot, Expert) else 2 * count
    lines = sampled(settings.game, student, settings.task, settings.seed, many, ended=False)
    lines = [line for line in lines if len(list(after(settings.game, line).moves())) > 1]
    if not isinstance(bot, Expert):
        return lines[:count]
    programs: list[Prediction] = [_as(bot), *(may_choose for _name, may_choose in predictions(bot))]
    told = {line: [program(after(settings.game, line)) for program in programs] for line in lines}
    revealing: list[Line] = []
    for one, other in combinations(range(len(programs)), 2):
        apart = [line for line in lines if not told[line][one] & told[line][other]]
        known = sum(line in apart for line in revealing)
        revealing += [line for line in apart if line not in revealing][: max(0, REVEALING - known)]
    return (revealing + [line for line in lines if line not in revealing])[: max(count, len(revealing))]


def choices(bot: Any, position: Any) -> frozenset[Move]:
    """Return the moves that a bot may choose.

    A bot that breaks ties at random may choose each of the best moves. A rule that wins or blocks may choose any such
    cell.
    """
    if isinstance(bot, Expert):
        rule = bot.applied(position).rule
        if rule.name in ("win", "block"):
            marks = (position.own, position.other) if rule.name == "win" else (position.other, position.own)
            return frozenset(threats(*marks))
    if isinstance(bot, Searcher) and bot.ties == "random":
        return _best(bot, position)
    return frozenset([bot.choose(position).move])


def _best(bot: Searcher, position: MarkedPosition) -> frozenset[Move]:
    return _extreme(bot, position, max)


def _worst(bot: Searcher, position: MarkedPosition) -> frozenset[Move]:
    return _extreme(bot, position, min)


def _extreme(bot: Searcher, position: MarkedPosition, pick: Callable[..., int]) -> frozenset[Move]:
    """Return the moves with the greatest or the smallest score of the bot's search."""
    found = bot.choose(position)
    roots = () if found.result is None else found.result.moves
    exact = {root.move: root.score for root in roots if root.score is not None and root.bound == "exact"}
    if not exact:
        return frozenset([found.move])
    wanted = pick(exact.values())
    return frozenset(move for move, score in exact.items() if score == wanted)


FAULTS = {
    "other-tie": GameFault("other-tie", _("It finds the best moves, but of equally good ones it does not take the first.")),
    "worst-choice": GameFault("worst-choice", _("It takes the move with the worst value: a sign is wrong, or MIN and MAX are exchanged.")),
    "no-distance": GameFault("no-distance", _("All wins count the same. Prefer the faster win and the slower loss.")),
    "with-distance": GameFault("with-distance", _("It prefers faster wins. Here all wins count the same, and the first move that wins is taken.")),
    "one-ply-less": GameFault("one-ply-less", _("It looks one ply less ahead than it should.")),
    "one-ply-more": GameFault("one-ply-more", _("It looks one ply further ahead than it should.")),
    "other-evaluation": GameFault("other-evaluation", _("It uses another evaluation of this game.")),
    "rule-order": GameFault("rule-order", _("Two of its rules are in the wrong order.")),
    "rule-missing": GameFault("rule-missing", _("One of the rules is missing.")),
    "corner-order": GameFault("corner-order", _("It takes the corners in the order of their numbers. The order is 0, 8, 6, 2.")),
    **{name: BOT_FAULTS[name] for name in ("first-move", "last-move")},
}  # fmt: skip
"""The mistakes that explain choices other than the bot's."""


def fault_of(found: list[Compared], bot: Any) -> GameFault | None:
    """Return the one kind of mistake that explains every choice; None if there is none, or more than one."""
    if all(each.is_right for each in found) or any(each.move is None for each in found):
        return None
    deepest_first = sorted(found, key=lambda each: -len(each.line))  # positions late in the game are searched fastest
    kinds = dict.fromkeys(name for name, may_choose in predictions(bot) if _explains(name, may_choose, deepest_first))
    narrow = [name for name in kinds if name != "other-tie"]
    names = narrow or list(kinds)
    return FAULTS[names[0]] if len(names) == 1 else None


def _explains(name: str, may_choose: Prediction, found: list[Compared]) -> bool:
    """Return True if the mistake explains every choice and, in some position, excludes a right move. For a mistake in
    breaking ties, the first condition is enough.
    """
    is_apart = name == "other-tie"
    for each in found:
        predicted = may_choose(each.position)
        if each.move not in predicted:
            return False
        is_apart = is_apart or not predicted >= each.right
    return is_apart


def predictions(bot: Any) -> Iterator[tuple[str, Prediction]]:
    """Yield (name, choices) for programs that are like the bot but have one known mistake."""
    yield "first-move", lambda position: frozenset(list(position.moves())[:1])
    yield "last-move", lambda position: frozenset(list(position.moves())[-1:])
    if isinstance(bot, Expert):
        yield from ((name, _as(Expert(bot.game, rules, bot.card))) for name, rules in _other_rules(bot.rules))
    if isinstance(bot, Searcher):
        yield "other-tie", lambda position: _best(bot, position)
        yield "worst-choice", lambda position: _worst(bot, position)
        for name, other in _other_searches(bot):
            yield name, _as(other)


def _as(bot: Bot) -> Prediction:
    return lambda position: choices(bot, position)


def _other_rules(rules: tuple[Rule, ...]) -> Iterator[tuple[str, tuple[Rule, ...]]]:
    """Yield lists of rules with one mistake. If the list is empty, the lowest free cell is taken."""
    for place in range(len(rules) - 1):
        rest = () if rules[place].name == "corner" else rules[place + 1 :]
        yield "rule-missing", (*rules[:place], *rest, LOWEST)
        yield "rule-order", (*rules[:place], rules[place + 1], rules[place], *rules[place + 2 :], LOWEST)
    yield "corner-order", tuple(rule._replace(find=lowest_corner) if rule.name == "corner" else rule for rule in rules)


def _other_searches(bot: Searcher) -> Iterator[tuple[str, Searcher]]:
    """Yield searches that differ in one setting."""
    chosen = bot.setting

    def changed(**changes: Any) -> Searcher:
        return Searcher(bot.game, bot.algorithm, chosen._replace(**changes), bot.ties, bot.seed, bot.card)

    if chosen.depth > MAX_DEPTH:
        utility = scores("utility", chosen.evaluation)
        if chosen.scores != utility:
            yield "no-distance", changed(scores=utility)
        elif usual_scores(bot.game.demands) == "distance":
            yield "with-distance", changed(scores=scores("distance", chosen.evaluation))
        return
    yield "one-ply-more", changed(depth=chosen.depth + 1)
    if chosen.depth > 1:
        yield "one-ply-less", changed(depth=chosen.depth - 1)
    for other in bot.game.evaluations.values():
        if other != chosen.evaluation:
            yield "other-evaluation", changed(evaluation=other, scores=scores("utility", other))


def told(submission: GameSubmission, example: Compared, bot: Bot) -> Iterator[Sentence]:
    """Yield the difference between the choice of the student's bot and the bot's."""
    if example.problem is not None:
        return
    reader = MoveReader(submission.game, example.position)
    if example.move is None:
        yield _("It chooses {move}, which is not legal.", move=example.text)
        return
    right = ", ".join(reader.text(move) for move in sorted(example.right))
    yield _("It chooses {move}, but {right} is right.", move=example.text, right=right)
    yield _("The bot's reason: {reason}", reason=bot.choose(example.position).reason)


def bot_of(text: str, game: Any) -> Bot:
    """Return the bot that a student's bot must imitate. Raise :class:`PlygroundError` if it is unknown or cannot be compared."""
    bot = bot_named(text, game)
    if not bot.card.deterministic and not (isinstance(bot, Searcher) and bot.ties == "random" and not bot.noise):
        raise PlygroundError(_("{bot} chooses at random, so no bot can be compared with it.", bot=bot.card.title))
    return bot
