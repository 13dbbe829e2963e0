"""The common form of PGN and PDN: tags in square brackets, then moves.

Source: S. J. Edwards (1994), Portable Game Notation Specification and Implementation Guide.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, Protocol

from plyground.core.game import FIRST, Game
from plyground.core.game_notation import WrittenGame
from plyground.core.position import Move
from plyground.errors import MoveError, NotationError, PositionError
from plyground.games.game_notations.beginnings import usual_start
from plyground.i18n import Sentence, _

ROSTER = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?"}
"""The six tags of every game with their default values, in order; the seventh is ``Result``."""
UNKNOWN_RESULT = "*"
RESULTS = ("1-0", "0-1", "1/2-1/2", UNKNOWN_RESULT)
GLYPHS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
"""Numbers (NAGs) of the annotation signs after a move."""
NULL_MOVES = ("--", "Z0", "@@@@", "null")
LINE_CHARS = 80
"""Longest line in characters, unless one word is longer."""

TAG = re.compile(r'\s*\[\s*(\w+)\s*"((?:[^"\\]|\\.)*)"\s*\]')
TOKEN = re.compile(r"(?:\s|\d+\.)*(\{|;.*|\$\d+|[!?]{1,2}|[()]|<[^>]*>|e\.p\.|\.+|1/2-1/2|[^\s{}();$!?<>.]+|.|$)")
"""Pattern of a token, after blanks and numbers of moves."""
NUMBER = re.compile(r"\d+")
GLYPH_NUMBER = re.compile(r"\$\d{1,3}", re.ASCII)


class Token(NamedTuple):
    """A token of a file: a tag (with its name), a comment without its braces, or a word of the moves."""

    kind: str  # "tag", "comment" or "word"
    text: str
    line: int  # line, from 1
    column: int  # column, from 1
    name: str = ""  # name of a tag


def tokens(lines: Iterable[str]) -> Iterator[Token]:
    """Yield the tokens of a file line by line. Raise :class:`NotationError` for a comment without an end."""
    comment: list[str] = []
    opened: Token | None = None
    for number, line in enumerate(lines, 1):
        line = line.rstrip()
        column = 0
        if number == 1:
            line = line.removeprefix("\ufeff")
        if opened is None:
            if line.startswith("%"):  # lines for other programs
                continue
            while tag := TAG.match(line, column):
                value = re.sub(r"\\(.)", r"\1", tag[2])
                yield Token("tag", value, number, tag.start(2) + 1, tag[1])
                column = tag.end()
            if line[column:].lstrip().startswith("["):
                raise NotationError(number, column + 1, _('a tag is written as [Name "value"]'))
        while column < len(line):
            if opened is not None:
                inside, closed, _rest = line[column:].partition("}")
                comment.append(inside)
                column += len(inside) + len(closed)
                if closed:
                    yield opened._replace(text=" ".join(" ".join(comment).split()))
                    comment, opened = [], None
                continue
            found = TOKEN.match(line, column)
            assert found  # any character is a token
            text, place = found[1], found.start(1) + 1
            column = found.end()
            if text == "{":
                inside, closed, _rest = line[column:].partition("}")
                if closed:
                    yield Token("comment", " ".join(inside.split()), number, place)
                    column += len(inside) + 1
                else:
                    opened = Token("comment", "", number, place)
            elif text[:1] == ";":
                yield Token("comment", " ".join(text[1:].split()), number, place)
            elif text:
                yield Token("word", text, number, place)
    if opened is not None:
        raise NotationError(opened.line, opened.column, _("this comment has no closing brace"))


class MovesReader(Protocol):
    """A faster way to read the moves of a file."""

    def read(self, position: Any, words: Sequence[str]) -> tuple[list[Move], Any, Any]:
        """Return the moves of the first words, the position before the last of these moves, and the position after it.

        The caller reads the other words one by one.
        """


@dataclass
class Line:
    """The part of a game or variation that has been read so far."""

    game: Game
    reader: MovesReader | None = None
    opened: Token | None = None  # opening bracket of a variation
    unread: list[Token] = field(default_factory=list)  # words of moves that have not been read yet
    moves: list[Move] = field(default_factory=list)
    comments: dict[int, str] = field(default_factory=dict)
    glyphs: dict[int, tuple[int, ...]] = field(default_factory=dict)
    variations: dict[int, tuple[WrittenGame, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.before: Any = None  # position before the last move
        self.position: Any = self.game.start

    @property
    def ply(self) -> int:
        """The number of moves so far."""
        return len(self.moves) + len(self.unread)

    def read(self) -> None:
        """Read the moves of all words so far. Raise :class:`NotationError` at the first word that names no move."""
        tokens, self.unread = self.unread, []
        if self.reader and tokens:
            found, before, self.position = self.reader.read(self.position, [token.text for token in tokens])
            self.before = before if found else self.before
            self.moves += found
            tokens = tokens[len(found) :]
        for token in tokens:
            if token.text in NULL_MOVES:
                raise NotationError(
                    token.line, token.column, _("“{text}” is a null move, which the rules do not have", text=token.text)
                )
            try:
                move = self.game.notation.parse_move(self.position, token.text)
            except MoveError as error:
                raise NotationError(token.line, token.column, error.sentence) from None
            self.before, self.position = self.position, self.position.play(move)
            self.moves.append(move)

    def comment(self, text: str) -> None:
        """Store a comment on the last move."""
        at = self.ply
        self.comments[at] = f"{self.comments[at]} {text}" if at in self.comments else text

    def glyph(self, number: int) -> None:
        """Store an annotation number on the last move."""
        self.glyphs[self.ply] = (*self.glyphs.get(self.ply, ()), number)

    def written(self, tags: Mapping[str, str]) -> WrittenGame:
        """Return the line as it has been read. Raise :class:`NotationError`."""
        self.read()
        return WrittenGame(self.game, tuple(self.moves), tags, self.comments, self.glyphs, self.variations)


class PortableNotation(NamedTuple):
    """PGN or PDN. A comment cannot contain line ends or ``}``: they are written as blanks and ``)``."""

    name: str
    title: Sentence | str
    suffix: str
    game_of: Callable[[Game, Mapping[str, str]], Game]  # returns the game that the tags name
    tags_of: Callable[[Game], Mapping[str, str]]  # returns the tags that name a game, without its start
    ends: tuple[str, ...]  # words that end a game
    results: Callable[[Game], tuple[str, str, str]]  # returns the words for a win of White, a win of Black and a draw
    moves_reader: Callable[[], MovesReader | None] = lambda: None
    holds_comments: bool = True

    def read(self, text: str, game: Game) -> list[WrittenGame]:
        """Return every game. Raise :class:`NotationError` with the line and column of the first error."""
        return list(self.stream(text.splitlines(), game))

    def stream(self, lines: Iterable[str], game: Game) -> Iterator[WrittenGame]:
        """Yield every game of a file, given its lines; only one game is in memory at a time.

        Raise :class:`NotationError` with the line and column of the first error.
        """
        tags: dict[str, str] = {}
        where: dict[str, Token] = {}
        line: Line | None = None  # None before the moves
        outer: list[Line] = []
        reader = self.moves_reader()
        try:
            for token in tokens(lines):
                if token.kind == "tag":
                    if outer:
                        raise self._unclosed(line)
                    if line is not None:
                        yield line.written(tags)
                        tags, where, line = {}, {}, None
                    tags[token.name] = token.text
                    where[token.name] = token
                    continue
                if line is None:
                    line = Line(self._set_up(game, tags, where), reader)
                if token.kind == "comment":
                    line.comment(token.text)
                elif token.text == "(":
                    line.read()
                    if not line.moves:
                        raise NotationError(token.line, token.column, _("a variation needs a move before it"))
                    outer.append(line)
                    before = line.game.start_ply + line.ply - 1
                    line = Line(replace(line.game, start=line.before, start_ply=before), reader, token)
                elif token.text == ")":
                    if not outer:
                        raise NotationError(token.line, token.column, _("“)” closes no variation"))
                    variation, line = line, outer.pop()
                    at = line.ply
                    line.variations[at] = (*line.variations.get(at, ()), variation.written({}))
                elif token.text in self.ends:
                    if not outer:
                        tags.setdefault("Result", token.text)
                        yield line.written(tags)
                        tags, where, line = {}, {}, None
                else:
                    self._read_word(line, token)
            if outer:
                raise self._unclosed(line)
            if line is not None or tags:
                yield (line or Line(self._set_up(game, tags, where))).written(tags)
        except NotationError:
            if line is not None:
                line.read()  # report an earlier error of the line first
            raise

    def _read_word(self, line: Line, token: Token) -> None:
        word = token.text
        if word[0].isalpha() and word != "e.p.":
            line.unread.append(token)
        elif word in GLYPHS:
            line.glyph(GLYPHS[word])
        elif GLYPH_NUMBER.fullmatch(word):
            line.glyph(int(word[1:]))
        elif NUMBER.fullmatch(word) or word[0] in ".<e":
            pass  # move numbers, and words for other programs
        else:
            line.unread.append(token)

    def _unclosed(self, line: Line | None) -> NotationError:
        assert line and line.opened
        return NotationError(line.opened.line, line.opened.column, _("this variation has no end: “)” is missing"))

    def _set_up(self, game: Game, tags: Mapping[str, str], where: Mapping[str, Token]) -> Game:
        game = self.game_of(game, tags)
        if "FEN" not in tags:
            return game
        try:
            return game.beginning(tags["FEN"])
        except PositionError as error:
            raise NotationError(where["FEN"].line, where["FEN"].column, error.sentence) from None

    # Writing

    def write(self, written: WrittenGame) -> str:
        """Return the game: the seven tags, then its other tags, then the moves in lines of 80 characters."""
        tags = {name: written.tags.get(name, unknown) for name, unknown in ROSTER.items()}
        tags["Result"] = written.tags.get("Result") or self._result(written)
        named = self.tags_of(written.game)
        game = written.game
        if game.start != usual_start(self.game_of(game, named)) or game.start_ply:
            tags |= {"SetUp": "1", "FEN": game.position_text(game.start, 0)}
        tags |= named
        tags |= {name: value for name, value in written.tags.items() if name not in ("SetUp", "FEN", *tags)}
        first = max(game.start_ply, int(game.side(game.start) != FIRST))
        words = [*self._words(written, first), tags["Result"]]
        lines = [""]
        for word in words:
            if lines[-1] and len(lines[-1]) + 1 + len(word) > LINE_CHARS:
                lines.append("")
            lines[-1] += f" {word}" if lines[-1] else word
        head = [f'[{name} "{_quoted(value)}"]' for name, value in tags.items()]
        return "\n".join([*head, "", *lines, ""])

    def _words(self, written: WrittenGame, first: int) -> Iterator[str]:
        """Yield the words of a line of moves that begins after ``first`` plies."""
        notation, position = written.game.notation, written.game.start
        yield from _comment_words(written.comments.get(0, ""))
        is_numbered = True
        for number, move in enumerate(written.moves, 1):
            place = first + number - 1
            if place % 2 == 0 or is_numbered:
                yield f"{place // 2 + 1}{'...' if place % 2 else '.'}"
            yield notation.format_move(position, move)
            position = position.play(move)
            yield from (f"${glyph}" for glyph in written.glyphs.get(number, ()))
            variations = written.variations.get(number, ())
            for variation in variations:
                inner = list(self._words(variation, place))
                yield f"({inner[0]}" if inner else "("
                yield from inner[1:]
                yield ")"
            comment = list(_comment_words(written.comments.get(number, "")))
            yield from comment
            is_numbered = bool(variations or comment)

    def _result(self, written: WrittenGame) -> str:
        position: Any = written.game.start
        for move in written.moves:
            position = position.play(move)
        outcome = written.game.outcome(position)
        if outcome is None:
            return UNKNOWN_RESULT
        white, black, drawn = self.results(written.game)
        return drawn if outcome.winner is None else white if written.game.sides[outcome.winner] == "White" else black


def _quoted(value: str) -> str:
    return " ".join(value.replace("\\", "\\\\").replace('"', '\\"').split("\n"))


def _comment_words(comment: str) -> Iterator[str]:
    words = comment.replace("}", ")").split()
    if words:
        words[0] = "{" + words[0]
        words[-1] += "}"
    yield from words


def whole_points(game: Game) -> tuple[str, str, str]:
    """Return the words for a game won by White, won by Black and drawn."""
    return "1-0", "0-1", "1/2-1/2"
