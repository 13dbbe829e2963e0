"""The public functions that judge positions and games."""

from __future__ import annotations

from collections.abc import Sequence

from plyground.arena.match import Match
from plyground.core.checked_arguments import Count, checked
from plyground.core.game import Game
from plyground.core.position import AnyPosition, Move
from plyground.errors import ArgumentError
from plyground.games.loading import game as game_named
from plyground.i18n import _
from plyground.judge.judge import NODES, Judge
from plyground.judge.judgement import Judgement
from plyground.judge.kept_judgements import kept_judgements
from plyground.judge.review import Review, review_game


@checked
def judgement(subject: Game | str, position: AnyPosition | None = None, *, nodes: Count = NODES) -> Judgement:
    """Return the value of every move, from −100 (lost) to 100 (won): ``judgement(game).moves``, the best first.

    ``subject`` is a game or its name, ``position`` an unfinished position of it (None: its start). A search visits so
    many ``nodes``. The judgement depends on nothing else, so it is the same on every machine. Raise
    :class:`ArgumentError`, :class:`GameOver` at the end of a game, :class:`SearchError` for a game with hidden
    information, and :class:`RulesError`.
    """
    known = game_named(subject)
    if position is not None and type(position) is not type(known.start):
        raise ArgumentError(
            "judgement", "position", _("a position of {game}", game=known.name), type(position).__name__
        )
    return Judge(known, nodes, kept_judgements())(known.start if position is None else position)


@checked
def review(
    subject: Game | str, moves: str | Sequence[Move], *, position: str | None = None, nodes: Count = NODES
) -> Review:
    """Review a game: mark its mistakes, and say the cause of each.

    ``subject`` is a game or its name; ``moves`` are its moves from the start, or from a ``position`` in the game's
    notation, as a text or as numbers. ``nodes`` is that of :func:`judgement`. ``print(review("chess", "e4 e5 Nf3 Qg5"))``
    shows the moves and the causes. Raise :class:`ArgumentError`, :class:`MoveError`, :class:`PositionError`,
    :class:`SearchError` for a game with hidden information, and :class:`RulesError`.
    """
    known = game_named(subject)
    if position is not None:
        known = known.beginning(position)
    match = Match(known)
    if isinstance(moves, str):
        match = Match.parse(known, moves)
    else:
        for move in moves:
            match = match.play(move)
    return review_game(Judge(known, nodes, kept_judgements()), match)
