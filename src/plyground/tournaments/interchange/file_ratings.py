"""Ratings of the players of game files, such as PGN: of any program's games."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from plyground.arena.game_text import FileGame, player_tags, read_games
from plyground.core.checked_arguments import checked
from plyground.core.game import Game
from plyground.games.loading import game as game_named
from plyground.i18n import Sentence, _
from plyground.tournaments.joint_ratings import GameScore, Ratings, joint_ratings

WHITE_SCORES = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5, "2-0": 1.0, "0-2": 0.0, "1-1": 0.5}
"""The score of White by the result of PGN and PDN."""
SGF_RESULT = re.compile(r"([BW])\+.*")
SGF_DRAWS = ("0", "draw", "jigo")
UNKNOWN_NAMES = ("", "?", "-")


class FileRatings(NamedTuple):
    """The ratings of the players of some files."""

    ratings: Ratings
    games: int  # games rated
    left_out: int  # games without two names or without a result
    messages: tuple[Sentence, ...]  # repairs of the files


@checked
def rate_games(
    game: Game | str, files: Iterable[str | bytes], anchors: Mapping[str, float] | None = None
) -> FileRatings:
    """Rate the players of game files, given their contents.

    Games of two players in one round of one event form a pair, as with swapped sides. ``anchors`` fix the ratings of
    players. Raise :class:`plyground.errors.NotationError` for a file without a game, and
    :class:`plyground.errors.SpecError` if an anchor plays no game.
    """
    game = game_named(game)
    scores, left_out, messages = list[GameScore](), 0, list[Sentence]()
    for number, content in enumerate(files):
        for each in read_games(game, content):
            messages += each.messages
            score = first_score(each)
            first, second = (each.tags.get(colour, "").strip() for colour in player_tags(each.match.game, ("", "")))
            if score is None or first in UNKNOWN_NAMES or second in UNKNOWN_NAMES or first == second:
                left_out += 1
                continue
            round_ = each.tags.get("Round", "").strip()
            pair = (
                None if round_ in UNKNOWN_NAMES else (number, each.tags.get("Event"), round_, *sorted((first, second)))
            )
            scores.append(GameScore(first, second, score, pair))
    return FileRatings(joint_ratings(scores, anchors=anchors or {}), len(scores), left_out, tuple(messages))


def first_score(game: FileGame) -> float | None:
    """Return the score of the side that begins, by the file's result, else by the rules; None if it is unknown."""
    result = game.tags.get("Result", "").strip()
    white_first = next(iter(player_tags(game.match.game, ("", "")))) == "White"
    white: float | None = WHITE_SCORES.get(result)
    if white is None and (found := SGF_RESULT.fullmatch(result)):
        white = float(found[1] == "W")
    elif white is None and result.lower() in SGF_DRAWS:
        white = 0.5
    elif white is None and re.fullmatch(r"[+-]\d+(?:\.\d+)?.*", result):  # Othello on GGS: discs of Black
        discs = float(re.match(r"[+-]\d+(?:\.\d+)?", result)[0])  # type: ignore[index]  # matched above
        white = 0.5 if discs == 0 else float(discs < 0)
    if white is not None:
        return white if white_first else 1 - white
    outcome = game.match.outcome
    if outcome is None or game.is_cut:
        return None
    return 0.5 if outcome.winner is None else float(outcome.winner == 0)


def facts(found: FileRatings) -> list[Sentence]:
    """Return what else there is to say about the ratings."""
    sentences = list[Sentence]()
    advantage = found.ratings.advantage
    if advantage is not None:
        sentences.append(_("The first move is worth {elo} ± {error} Elo.", elo=round(advantage.value), error=round(advantage.error)))  # fmt: skip
    if found.left_out:
        sentences.append(_("Games left out, because a name or the result is missing: {count}.", count=found.left_out))
    return sentences
