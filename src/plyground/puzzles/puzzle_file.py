"""Files of puzzles, and the collection that comes with plyground.

A file is JSON: ``{"kind": "plyground puzzles", "version": 1, "game": ..., "puzzles": [...], "sha256": ...}``; a
file written by hand may lack the checksum. A puzzle is
``{"position": ..., "moves": ..., "answers": {...}}``; an answer is ``[verdict, utility, distance, [reply, ...]]``, with
the answers to the next question as a fifth entry after a right one (:mod:`plyground.puzzles.puzzle`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from math import gcd
from pathlib import Path
from typing import Any

from plyground.core.files import read_text, write_text
from plyground.core.game import Game
from plyground.errors import FileError, PlygroundError
from plyground.games import game as game_named
from plyground.i18n import Sentence, _
from plyground.puzzles.puzzle import VERDICTS, Answer, Attempt, Puzzle

KIND, VERSION = "plyground puzzles", 1
DATA = Path(__file__).parent / "data"
"""The folder of the supplied files, one for each game."""
MAX_PUZZLES = 10_000
"""Most puzzles of a file."""
MAX_MOVES = 50
"""Most moves of the solver in a puzzle."""


def written(game: Game, puzzles: Sequence[Puzzle]) -> str:
    """Return the text of a file with puzzles of one game, a line each."""
    lines = ",\n".join(json.dumps(record(puzzle), separators=(",", ":")) for puzzle in puzzles)
    head = json.dumps({"kind": KIND, "version": VERSION, "game": game.name})[:-1]
    checksum = _checksum(game.name, [record(puzzle) for puzzle in puzzles])
    return f'{head}, "puzzles": [\n{lines}\n], "sha256": "{checksum}"}}\n'


def _checksum(game: object, rows: object) -> str:
    return sha256(json.dumps([game, rows], sort_keys=True).encode()).hexdigest()


def write(path: str | Path, game: Game, puzzles: Sequence[Puzzle]) -> None:
    """Write a file atomically. Raise :class:`FileError`."""
    write_text(path, written(game, puzzles))


def record(puzzle: Puzzle) -> dict[str, Any]:
    """Return a puzzle as plain data."""
    return {"position": puzzle.position, "moves": puzzle.moves, "answers": _written_answers(puzzle.answers)}


def _written_answers(answers: Mapping[str, Answer]) -> dict[str, list[Any]]:
    return {word: [*each[:3], list(each.replies), *([_written_answers(each.answers)] * bool(each.answers))] for word, each in answers.items()}  # fmt: skip


def read(path: str | Path) -> list[Puzzle]:
    """Return the puzzles of a file, in their order. Every line of play in it is checked by the rules.

    Raise :class:`FileError` if the file cannot be read or is no file of puzzles, and if a puzzle breaks the rules.
    """
    try:
        content = json.loads(read_text(path))
        json.dumps(content, ensure_ascii=False).encode()  # refuse lone surrogates, such as from an escape
    except (ValueError, RecursionError):
        raise FileError(path, _("it is not JSON: choose a file that plyground puzzles wrote.")) from None
    if not isinstance(content, dict) or content.get("kind") != KIND or content.get("version") != VERSION:
        raise FileError(path, _("it is no file of puzzles: its “kind” must be “{kind}” and its “version” {version}.", kind=KIND, version=VERSION))  # fmt: skip
    if content.get("sha256") not in (None, _checksum(content.get("game"), content.get("puzzles"))):
        raise FileError(path, _("it is damaged: its checksum is wrong."))
    try:
        game = game_named(str(content.get("game")))
    except PlygroundError as error:
        raise FileError(path, error.sentence) from None
    rows = content.get("puzzles")
    if not isinstance(rows, list) or len(rows) > MAX_PUZZLES:
        raise FileError(path, _("its “puzzles” must be a list of at most {count} puzzles.", count=MAX_PUZZLES))
    return [_read(path, game, number, row) for number, row in enumerate(rows, 1)]


def _read(path: str | Path, game: Game, number: int, row: Any) -> Puzzle:
    """Return one puzzle of a file. Raise :class:`FileError` with its number if it is none."""
    reason: Sentence | None = None
    try:
        puzzle = Puzzle(game.name, str(row["position"]), int(row["moves"]), _answers(row["answers"], MAX_MOVES))
        _check(Attempt.begin(puzzle, game))
    except PlygroundError as error:
        reason = error.sentence
    except (KeyError, TypeError, ValueError, AttributeError, StopIteration):
        reason = _("it needs a position, a number of moves and an answer for each legal move")
    if reason is not None:
        raise FileError(path, _("puzzle {number}: {reason}", number=number, reason=reason))
    return puzzle


def _answers(rows: Any, left: int) -> dict[str, Answer]:
    """Return the answers in a file. Raise ValueError or TypeError for anything else."""
    if not left:
        raise ValueError
    answers: dict[str, Answer] = {}
    for word, (verdict, utility, distance, replies, *further) in rows.items():
        if verdict not in VERDICTS or type(utility) is not int or not isinstance(distance, int | None):
            raise ValueError
        answers[word] = Answer(
            verdict, utility, distance, tuple(map(str, replies)), _answers(further[0], left - 1) if further else {}
        )
    return answers


def _check(attempt: Attempt) -> None:
    """Raise an error unless each legal move has an answer with legal replies, and a right one leads to the end."""
    match = attempt.match
    names = {match.game.notation.format_move(match.position, move): move for move in match.position.moves()}
    if set(names) != set(attempt.answers) or not any(each.verdict == "right" for each in attempt.answers.values()):
        raise ValueError
    for word, answer in attempt.answers.items():
        after = attempt.after(names[word])
        is_open = answer.verdict == "right" and after.match.outcome is None
        if bool(answer.answers) != is_open:
            raise ValueError
        if answer.answers:
            _check(after)


class Collection:
    """The puzzles of several files, by game and level."""

    def __init__(self, puzzles: Sequence[Puzzle]) -> None:
        self.puzzles = tuple(sorted(puzzles, key=lambda puzzle: puzzle.moves))
        self.by_id = {puzzle.id: puzzle for puzzle in self.puzzles}

    @property
    def games(self) -> list[str]:
        """The spec texts of the games, each once."""
        return list(dict.fromkeys(sorted(puzzle.game for puzzle in self.puzzles)))

    @property
    def levels(self) -> list[int]:
        """The levels, the easiest first."""
        return sorted({puzzle.moves for puzzle in self.puzzles})

    def choose(self, game: str = "", level: int = 0) -> list[Puzzle]:
        """Return the puzzles of a game and a level; an empty name and 0 mean all. Easier puzzles come first, with the
        games in turn.
        """
        wanted = [each for each in self.puzzles if game in ("", each.game) and level in (0, each.moves)]
        place: dict[tuple[int, str], int] = {}
        keys = {}
        for each in wanted:
            key = each.moves, each.game
            place[key] = place.get(key, -1) + 1
            keys[each.id] = each.moves, place[key], each.game
        return sorted(wanted, key=lambda each: keys[each.id])

    def of_day(self, day: int) -> Puzzle:
        """Return the puzzle of a day by the day's number: each puzzle comes once before any comes again."""
        count = len(self.puzzles)
        step = next(step for step in range(int(count * 0.6180339887) | 1, 2 * count + 2) if gcd(step, count) == 1)
        return sorted(self.puzzles, key=lambda puzzle: puzzle.id)[day * step % count]


@cache
def supplied() -> Collection:
    """Return the collection that comes with plyground."""
    return Collection([puzzle for path in sorted(DATA.glob("*.json")) for puzzle in read(path)])
