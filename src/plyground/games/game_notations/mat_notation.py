"""MAT, the text of backgammon matches by Jellyfish, GNU Backgammon and others: a row for each turn of both sides.

The left side is White. A row has the dice and the play of each side, ``1) 31: 8/5 6/5    42: 24/20 13/11``; ``25`` or
``Bar`` is the bar, ``0`` or ``Off`` the end. A double and its answer take a turn each, ``Doubles => 2`` and ``Takes``
or ``Drops``. Lines that begin with ``;`` hold tags. Games have a doubling cube unless the tag ``CubeLimit`` is 1.

Source: GNU Backgammon 1.07, import.c and export.c, as seen by what it reads and writes; Jellyfish 3.5 Help, "Match
files".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from plyground.core.game import FIRST, SECOND, Game
from plyground.core.game_notation import WrittenGame, readable
from plyground.core.position import Move
from plyground.core.spec import write
from plyground.errors import MoveError, NotationError, SpecError
from plyground.games.backgammon.backgammon_notation import PASS_WORD, scores_of, way
from plyground.games.backgammon.backgammon_rules import DOUBLE, DOUBLED, ROLL, TAKE
from plyground.games.game_notations.beginnings import set_up, usual_start
from plyground.i18n import Sentence, _

MATCH = re.compile(r"\s*(\d+)\s+point match", re.IGNORECASE)
GAME = re.compile(r"\s*Game\s+(\d+)\s*$", re.IGNORECASE)
PLAYERS = re.compile(r"\s*(\S.*?)\s*:\s*(\d+)\s{2,}(\S.*?)\s*:\s*(\d+)\s*$")
TAG = re.compile(r';\s*\[(\w+)\s+"([^"]*)"\]')
ROW = re.compile(r"\s*(\d+)\)")
WON = re.compile(r"\s*Wins?\s+(\d+)\s+points?", re.IGNORECASE)
POINT = r"(?:bar|off|\d{1,2})"
PLAY = rf"{POINT}(?:/{POINT}\*?)+(?:\(\d\))?"
TURN = re.compile(
    rf"\s*(?:(?P<dice>[1-6]{{2}}):(?P<play>(?:\s*{PLAY}(?![:\w]))*)|(?P<cube>doubles\s*=>\s*(?P<stake>\d+)|takes|drops))",
    re.IGNORECASE,
)
NO_PLAY = re.compile(r"\s*(?:cannot move|\(no play\))", re.IGNORECASE)
RIGHT_COLUMN = 20
"""First column of the right side. Turns and results that begin there or later are its own."""
LEFT_CHARS, NAME_CHARS = 29, 30
"""The length of the left side's turn, and of its name with the score."""
NAMES = ("White", "Black")
RESULTS = ("1-0", "0-1")
NO_TAGS = ("White", "Black", "WhiteScore", "BlackScore", "MatchLength", "Round", "Result", "Points")
"""Tags that have lines of their own."""
RULE_TAGS = ("FEN", "CubeLimit", "Crawford")
"""Tags that name the game. They are left out of the result, because the game contains the same facts."""
OFF = "Off"
"""The value of the tag ``Crawford`` in a match without the Crawford rule, or after the Crawford game."""
CUBE_WORDS = {"doubles": "double", "takes": "take", "drops": "drop"}
"""Moves of the cube, by the first word of their turn."""


@dataclass
class Reading:
    """The part of a game that has been read so far."""

    game: Game
    tags: dict[str, str]
    moves: list[Move] = field(default_factory=list)
    repairs: list[NotationError] = field(default_factory=list)
    fault: NotationError | None = None  # error after which no row is read

    def __post_init__(self) -> None:
        self.position: Any = self.game.start

    def play(self, move: Move) -> None:
        """Make a move."""
        self.moves.append(move)
        self.position = self.position.play(move)

    def turn(self, side: int, found: re.Match[str], number: int) -> None:
        """Make the roll and the play of a side, or its move of the cube. Raise :class:`NotationError`."""
        if found["cube"]:
            self._turn_cube(side, found, number)
            return
        column = found.start("dice") + 1
        dice = "".join(sorted(found["dice"], reverse=True))
        if self.position.is_over():
            raise NotationError(number, column, _("the game is over here"))
        if self.position.stage == DOUBLED:
            raise NotationError(number, column, _("the answer to the double is missing"))
        has_rolled = not self.moves and dice == f"{self.position.large}{self.position.small}"  # the set-up has dice
        if self.position.large and not has_rolled:
            raise NotationError(number, column, _("the play of the last roll is missing"))
        if self.position.opening and side == SECOND:
            dice = dice[::-1]
        elif not self.position.opening and side != self.position.second:
            raise NotationError(number, column, _("it is the turn of {side}", side=NAMES[self.position.second]))
        if self.position.is_cube_move():
            self.play(ROLL)
        if not has_rolled:
            self._move(dice, number, column)
        words = found["play"].split()
        if words or list(self.position.moves()) == [0]:
            play = " ".join(words).lower()
            play = re.sub(r"\b25\b", "bar", re.sub(r"\b0\b", "off", play)) or PASS_WORD
            self._move(play, number, found.start("play") + 2 if words else column)

    def _turn_cube(self, side: int, found: re.Match[str], number: int) -> None:
        column = found.start("cube") + 1
        position = self.position
        if not position.is_over() and side != position.second:
            raise NotationError(number, column, _("it is the turn of {side}", side=NAMES[position.second]))
        if found["stake"] and int(found["stake"]) != 2 * position.cube:
            raise NotationError(number, column, _("the cube goes to {stake} here, not to {written}", stake=2 * position.cube, written=found["stake"]))  # fmt: skip
        self._move(CUBE_WORDS[found["cube"].split()[0].lower().rstrip("=>")], number, column)

    def _move(self, word: str, number: int, column: int) -> None:
        try:
            self.play(self.game.notation.parse_move(self.position, word))
        except MoveError as error:
            raise NotationError(number, column, error.sentence) from None

    def written(self) -> WrittenGame:
        """Return the game as it has been read."""
        return WrittenGame(self.game, tuple(self.moves), self.tags, repairs=tuple(self.repairs), fault=self.fault)


class MatNotation(NamedTuple):
    """Matches of backgammon.

    Tags tell the players, the score before the game, the length of the match and the result.
    """

    name: str = "mat"
    title: Sentence | str = _("match files of Jellyfish and GNU Backgammon")
    suffix: str = ".mat"
    holds_comments: bool = False

    def read(self, text: str, game: Game) -> list[WrittenGame]:
        """Return every game. Raise :class:`NotationError` if none could be read to its end."""
        return readable(self.stream(text.splitlines(), game))

    def stream(self, lines: Iterable[str], game: Game) -> Iterator[WrittenGame]:
        """Yield every game of a file, given its lines; only one game is in memory at a time."""
        common: dict[str, str] = {}
        rules: dict[str, str] = {}
        reading: Reading | None = None
        fault_before: NotationError | None = None  # error of the first line that is not of a game
        is_after_crawford = is_set_up = False
        for number, line in enumerate(lines, 1):
            line = line.removeprefix("\ufeff").expandtabs().rstrip()
            if not line:
                continue
            if line.lstrip().startswith(";"):
                for tag in TAG.finditer(line):
                    (rules if tag[1] in RULE_TAGS else common)[tag[1]] = tag[2]
            elif found := MATCH.match(line):
                common["MatchLength"], is_after_crawford = found[1], False
            elif found := GAME.match(line):
                if reading:
                    is_after_crawford = is_after_crawford or reading.game.start.crawford == 1
                    yield reading.written()
                position, tags = rules.pop("FEN", ""), {**common, "Round": found[1]}
                is_set_up = bool(position)
                try:
                    begun = set_up(game, line, 0, position) if position else _game(tags, rules, number)
                    reading = Reading(begun, tags)
                except NotationError as fault:
                    reading = Reading(game, tags, fault=fault)
            elif reading is None:
                if fault_before is None:
                    fault_before = NotationError(number, 1, _("a game begins with a line such as “Game 1”"))
            elif reading.fault:
                continue
            elif found := ROW.match(line):
                try:
                    _read_row(reading, line, found.end(), number)
                except NotationError as fault:
                    reading.fault = fault
            elif found := WON.match(line):
                won = RESULTS[line.index(found[0].lstrip()) >= RIGHT_COLUMN]
                reading.tags |= {"Result": won, "Points": found[1]}
            elif (found := PLAYERS.match(line)) and not reading.moves:
                tags = reading.tags | dict(
                    zip(("White", "WhiteScore", "Black", "BlackScore"), found.groups(), strict=True)
                )
                if is_after_crawford:
                    rules["Crawford"] = OFF
                try:
                    reading = Reading(reading.game if is_set_up else _game(tags, rules, number), tags)
                except NotationError as fault:
                    reading.fault = fault
            else:
                column = len(line) - len(line.lstrip()) + 1
                reason = _("this line is left out: a row of moves is written as 1) 31: 8/5 6/5")
                reading.repairs.append(NotationError(number, column, reason))
        if reading:
            yield reading.written()
        elif fault_before:
            yield WrittenGame(game, fault=fault_before)

    def write(self, written: WrittenGame) -> str:
        """Return the game. Before the first game of a match, or a game without a number, stand the lines of the
        match."""
        tags = written.tags
        lines = []
        start: Any = written.game.start
        if tags.get("Round", "1") in ("1", "?"):
            lines += [f'; [{name} "{value}"]' for name, value in tags.items() if name not in NO_TAGS]
            if start.cube == 0:
                lines.append('; [CubeLimit "1"]')
            if max(start.won, start.other_won) == start.length - 1 and not start.crawford:
                lines.append(f'; [Crawford "{OFF}"]')
            if start != usual_start(written.game):
                lines.append(f'; [FEN "{written.game.notation.format(start)}"]')
            lines += [f" {start.length} point match", ""]
        number = tags.get("Round", "1")
        white, black = (
            f"{_name(tags.get(side, side))} : {score}" for side, score in zip(NAMES, scores_of(start), strict=True)
        )
        lines += [f" Game {number if number.isdecimal() else 1}", f" {white:{NAME_CHARS}} {black}"]
        return "\n".join([*lines, *_rows(written), *_result(written), ""])


def _game(tags: Mapping[str, str], rules: Mapping[str, str], number: int) -> Game:
    """Return the game that these tags tell: its cube, the length of the match and the score. Raise
    :class:`NotationError`.
    """
    options = {"cube": "no" if rules.get("CubeLimit") == "1" else "yes"}
    if int(tags.get("MatchLength", 0)):
        options = {"match": tags["MatchLength"], "score": f"{tags.get('WhiteScore', 0)}-{tags.get('BlackScore', 0)}"}
        if rules.get("Crawford") == OFF:
            options["crawford"] = "no"
    try:
        return _loaded(write("backgammon", options))
    except SpecError as error:
        raise NotationError(number, 1, error.sentence) from None


@lru_cache(maxsize=64)
def _loaded(name: str) -> Game:
    """Return a game by its name. Games of equal name in a file are one object."""
    from plyground.games.loading import game as game_named  # imported here because it imports every game

    return game_named(name)


def _name(name: str) -> str:
    """Return a player's name without colons: a colon ends it, and GNU Backgammon aborts at a second one."""
    return " ".join(name.replace(":", " ").split())


def _read_row(reading: Reading, line: str, begin: int, number: int) -> None:
    """Read the turns of a row: one for each side, or only the right side's in the first row."""
    place = begin
    while line[place:].strip():
        found = TURN.match(line, place)
        if not found:
            blanks = len(line[place:]) - len(line[place:].lstrip())
            raise NotationError(number, place + blanks + 1, _("a turn is written as 31: 8/5 6/5"))
        turn_column = found.end() - len(found[0].lstrip())
        side = SECOND if place > begin or turn_column >= RIGHT_COLUMN else FIRST
        reading.turn(side, found, number)
        place = found.end()
        idle = NO_PLAY.match(line, place)
        place = idle.end() if idle else place


def _rows(written: WrittenGame) -> Iterator[str]:
    """Yield the rows of the turns."""
    turns: list[tuple[int, str]] = []  # (side, text) of each turn
    position: Any = written.game.start
    if position.large and written.moves:
        turns.append((position.second, f"{position.large}{position.small}: "))
    for move in written.moves:
        after = position.play(move)
        if position.is_chance():
            turns.append((after.second, f"{after.large}{after.small}: "))
        elif position.large:
            side, text = turns.pop()
            steps = (f"{step.start}/{step.end}" + "*" * step.hits for step in way(position, move))
            turns.append((side, text + " ".join(steps)))
        elif position.stage == DOUBLED:
            turns.append((position.second, " Takes" if move == TAKE else " Drops"))
        elif move == DOUBLE:
            turns.append((position.second, f" Doubles => {2 * position.cube}"))
        position = after
    if turns and turns[0][0] == SECOND:
        turns.insert(0, (FIRST, ""))
    for number in range(0, len(turns), 2):
        left, right = turns[number][1], turns[number + 1][1] if number + 1 < len(turns) else ""
        yield f"{number // 2 + 1:3}) {left:{LEFT_CHARS}} {right}".rstrip()


def _result(written: WrittenGame) -> Iterator[str]:
    """Yield the line with the points won, under the column of the winner's turns."""
    winner, points = _won(written, written.tags)
    if winner is not None:
        column = RIGHT_COLUMN + 14 if winner == SECOND else 6
        yield f"{'':{column}}Wins {points} point{'s' * (points != 1)}"


def _won(written: WrittenGame, tags: Mapping[str, str]) -> tuple[int | None, int]:
    """Return the winner, None for an unfinished game, and the points."""
    if tags.get("Result") in RESULTS and tags.get("Points", "").isdecimal():
        return RESULTS.index(tags["Result"]), int(tags["Points"])
    position: Any = written.game.start
    for move in written.moves:
        position = position.play(move)
    outcome = written.game.outcome(position)
    return (None, 0) if outcome is None else (outcome.winner, abs(position.worth()))


MAT = MatNotation()
