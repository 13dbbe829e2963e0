"""The common form of PGN and PDN: tags in square brackets, then moves.

Source: S. J. Edwards (1994), Portable Game Notation Specification and Implementation Guide.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from plyground.core.game import FIRST, Game
from plyground.core.game_notation import WrittenGame, continued, readable
from plyground.core.position import MarkedPosition, Move
from plyground.errors import MoveError, NotationError, PositionError, SpecError
from plyground.games.game_notations.beginnings import usual_start
from plyground.i18n import Sentence, _

ROSTER = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?"}
"""The six tags of every game with their default values, in order; the seventh is ``Result``."""
UNKNOWN_RESULT = "*"
RESULTS = ("1-0", "0-1", "1/2-1/2", UNKNOWN_RESULT)
RESULT_SIGNS = str.maketrans({"–": "-", "—": "-", "−": "-", ":": "-", "½": "1/2"})
"""Signs in results of other programs, such as ``½–½`` and ``1:0``."""
GLYPHS = {
    "!": 1, "?": 2, "!!": 3, "??": 4, "‼": 3, "⁇": 4, "!?": 5, "?!": 6, "⁉": 5, "⁈": 6, "□": 7, "=": 10, "∞": 13,
    "+=": 14, "+/=": 14, "⩲": 14, "=+": 15, "=/+": 15, "⩱": 15, "+/-": 16, "+/−": 16, "±": 16, "-/+": 17, "−/+": 17,
    "∓": 17, "+-": 18, "+−": 18, "+–": 18, "-+": 19, "−+": 19, "–+": 19, "⨀": 22, "zz": 22, "⟳": 32, "→": 40, "↑": 36,
    "=/∞": 44, "⯹": 44, "⇆": 132, "⊕": 138, "⌓": 140, "∆": 140, "N": 146, "TN": 146,
}  # fmt: skip
"""Numbers (NAGs) of the annotation signs after a move: of the PGN standard, and 132 to 146 of ChessBase."""
SIGN_END = re.compile("(.+?)(" + "|".join(map(re.escape, sorted(GLYPHS, key=len, reverse=True))) + ")")
"""A move with an annotation sign at its end."""
NULL_MOVES = ("--", "Z0", "z0", "@@@@", "null", "0000", "pass")
LINE_CHARS = 80
"""Longest line in characters, unless one word is longer."""
MAX_TAG_LINES = 4
"""Most lines of the value of a damaged tag."""

TAG = re.compile(r'\s*\[\s*([A-Za-z0-9_][\w+#=:-]*)\s*"((?:[^"\\]|\\.)*)"\s*\]')
LOOSE_TAG = re.compile(r'\s*\[\s*([A-Za-z0-9_][\w+#=:-]*)\s*["“”„](.*)["“”]\s*\]?\s*')
"""A tag with quotation marks inside of its value, or without its closing bracket."""
OPEN_TAG = re.compile(r'\s*\[\s*[A-Za-z0-9_][\w+#=:-]*\s*"[^"\]]*')
"""The first line of a tag whose value goes on in the next line."""
TOKEN = re.compile(
    r"(?:\s|[\u200b\ufeff…]|\d+\.(?!\d+(?:[\s({;$!?]|$)))*"
    r"(\{|;.*|\$\d+|[!?]{1,2}|[()]|<[^>]*>|e\.p\.|\d{1,2}(?:\.\d{1,2})+|\.+|1/2-1/2|[^\s{}();$!?<>.…]+|.|$)"
)
"""Pattern of a token, after blanks and numbers of moves."""
COMMENT_WORD = re.compile(r"(?:\[%[^]\s]*(?: [^]\s]+)*\]|\S)+")
"""A word of a comment, or a command such as ``[%clk 0:01:00]``, which stands on one line."""
NUMBER = re.compile(r"\d+")
GLYPH_NUMBER = re.compile(r"\$\d{1,3}", re.ASCII)


class Token(NamedTuple):
    """A token of a file. A tag has its name, a comment has no braces.

    Repairs and faults have their reason; after a fault the rest of the game cannot be read.
    """

    kind: str  # "tag", "comment", "word", "repair" or "fault"
    text: str
    line: int  # line, from 1
    column: int  # column, from 1
    name: str = ""  # name of a tag
    reason: Sentence | None = None  # reason of a repair or fault
    is_apart: bool = False  # True for a tag after an empty line

    def error(self, reason: Sentence) -> NotationError:
        """Return the error for this token."""
        return NotationError(self.line, self.column, reason)


def tokens(lines: Iterable[str]) -> Iterator[Token]:
    """Yield the tokens of a file line by line."""
    comment: list[str] = []
    opened: Token | None = None  # comment that has not ended yet
    pending: tuple[int, str] | None = None  # number of its first line, and text, of a tag that has not ended yet
    unclosed = _("this comment has no closing brace")
    not_a_tag = _('a tag is written as [Name "value"]')
    is_apart = True
    for number, line in enumerate(lines, 1):
        line = line.rstrip()
        column = 0
        if number == 1:
            line = line.removeprefix("\ufeff")
        if pending is not None:
            first, text = pending
            text, pending = f"{text} {line.strip()}", None
            if line and not line.startswith("[") and number - first < MAX_TAG_LINES:
                if found := LOOSE_TAG.fullmatch(text):
                    yield Token("repair", "", first, 1, reason=_("the lines of this tag were joined"))
                    yield Token("tag", found[2], first, 1, found[1], is_apart=is_apart)
                    is_apart = False
                else:
                    pending = first, text
                continue
            yield Token("repair", "", first, 1, reason=not_a_tag)
        if opened is not None and is_apart and line.startswith("[") and TAG.match(line):
            yield opened._replace(text=" ".join(" ".join(comment).split()))
            yield opened._replace(kind="fault", reason=unclosed)
            comment, opened = [], None
        if opened is None:
            if line.startswith("%"):  # lines for other programs
                continue
            while tag := TAG.match(line, column):
                value = re.sub(r"\\(.)", r"\1", tag[2])
                yield Token("tag", value, number, tag.start(2) + 1, tag[1], is_apart=is_apart)
                column, is_apart = tag.end(), False
            rest = line[column:]
            if rest.lstrip().startswith("["):
                if tag := LOOSE_TAG.fullmatch(rest):
                    place = column + tag.start(2) + 1
                    yield Token("repair", "", number, place, reason=_("this tag has unusual quotation marks"))
                    yield Token("tag", tag[2].replace("\\", ""), number, place, tag[1], is_apart=is_apart)
                    is_apart = False
                elif OPEN_TAG.fullmatch(rest):
                    pending = number, rest
                else:
                    yield Token("repair", "", number, column + 1, reason=not_a_tag)
                continue
        is_apart = not line
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
        yield opened._replace(text=" ".join(" ".join(comment).split()))
        yield opened._replace(kind="fault", reason=unclosed)
    if pending is not None:
        yield Token("repair", "", pending[0], 1, reason=not_a_tag)


class MovesReader(Protocol):
    """A faster way to read the moves of a file."""

    def read(self, position: MarkedPosition, words: Sequence[str]) -> tuple[list[Move], Any, Any]:
        """Return the moves of the first words, the position before the last of these moves, and the position after it.

        The caller reads the other words one by one.
        """


@dataclass
class Line:
    """The part of a game or variation that has been read so far."""

    game: Game
    dialect: Callable[[str], str]
    reader: MovesReader | None = None
    opened: Token | None = None  # opening bracket of a variation
    fault: NotationError | None = None  # error after which nothing is read
    repairs: list[NotationError] = field(default_factory=list)
    unread: list[Token] = field(default_factory=list)  # words of moves that have not been read yet
    moves: list[Move] = field(default_factory=list)
    comments: dict[int, str] = field(default_factory=dict)
    glyphs: dict[int, tuple[int, ...]] = field(default_factory=dict)
    variations: dict[int, tuple[WrittenGame, ...]] = field(default_factory=dict)
    rest: list[str] = field(default_factory=list)  # the words after a fault
    depth: int = 0  # brackets that are open among the words after a fault

    def __post_init__(self) -> None:
        self.before: Any = None  # position before the last move
        self.position: Any = self.game.start

    @property
    def ply(self) -> int:
        """The number of moves so far."""
        return len(self.moves) + len(self.unread)

    def read(self) -> None:
        """Read the moves of all words so far, up to the first word that names no move."""
        tokens, self.unread = self.unread, []
        if self.reader and tokens:
            found, before, self.position = self.reader.read(self.position, [token.text for token in tokens])
            self.before = before if found else self.before
            self.moves += found
            tokens = tokens[len(found) :]
        for number, token in enumerate(tokens):
            try:
                move = self._move(token)
            except NotationError as error:
                self.stop(error, [each.text for each in tokens[number:]])
                return
            self.before, self.position = self.position, self.position.play(move)
            self.moves.append(move)

    def _move(self, token: Token) -> Move:
        """Return the move that a word names, also in the dialects of other programs. Raise :class:`NotationError`."""
        if token.text in NULL_MOVES:
            raise token.error(_("“{text}” is a null move, which the rules do not have", text=token.text))
        parse = self.game.notation.parse_move
        try:
            return parse(self.position, token.text)
        except MoveError as error:
            word, glyphs = self.dialect(token.text), list[int]()
            while True:
                try:
                    move = parse(self.position, word)
                    break
                except MoveError:
                    signed = SIGN_END.fullmatch(word)
                    if signed is None:
                        raise token.error(error.sentence) from None
                    word = self.dialect(signed[1])
                    glyphs.insert(0, GLYPHS[signed[2]])
            if glyphs:
                at = len(self.moves) + 1
                self.glyphs[at] = (*glyphs, *self.glyphs.get(at, ()))
            return move

    def stop(self, fault: NotationError, rest: Iterable[str] = ()) -> None:
        """Read nothing after a fault."""
        if self.fault is None:
            self.read()  # an earlier error of the line counts
        if self.fault is None:
            self.fault = fault
            self.rest += rest
            last = len(self.moves)
            self.rest += (f"{{{text}}}" for at, text in self.comments.items() if at > last)
            self.comments = {at: text for at, text in self.comments.items() if at <= last}
            self.glyphs = {at: each for at, each in self.glyphs.items() if at <= last}

    def comment(self, text: str) -> None:
        """Store a comment on the last move."""
        at = self.ply
        self.comments[at] = f"{self.comments[at]} {text}" if at in self.comments else text

    def glyph(self, number: int) -> None:
        """Store an annotation number on the last move."""
        self.glyphs[self.ply] = (*self.glyphs.get(self.ply, ()), number)

    def add_variation(self, variation: Line) -> None:
        """Store a variation of the last move. What cannot be read of it becomes a comment."""
        variation.read()
        at, fault = self.ply, variation.fault
        self.repairs += variation.repairs
        if fault:
            reason = _("of this variation, the part that cannot be read is kept as a comment ({reason})", reason=fault.reason)  # fmt: skip
            self.repairs.append(NotationError(fault.line, fault.column, reason))
            text = " ".join(variation.rest)
            if variation.moves:
                variation.comment(text)
            else:
                self.comment(f"({text})")
        if variation.moves or not fault:
            self.variations[at] = (*self.variations.get(at, ()), variation.written({})._replace(fault=None, repairs=()))

    def written(self, tags: Mapping[str, str]) -> WrittenGame:
        """Return the line as it has been read."""
        self.read()
        return WrittenGame(
            self.game, tuple(self.moves), tags, self.comments, self.glyphs, self.variations, tuple(self.repairs), self.fault
        )  # fmt: skip


class PortableNotation(NamedTuple):
    """PGN or PDN. A comment cannot contain line ends or ``}``: they are written as blanks and ``)``."""

    name: str
    title: Sentence | str
    suffix: str
    game_of: Callable[[Game, Mapping[str, str]], Game]  # returns the game that the tags name; raises SpecError
    tags_of: Callable[[Game], Mapping[str, str]]  # returns the tags that name a game, without its start
    ends: tuple[str, ...]  # words that end a game
    results: Callable[[Game], tuple[str, str, str]]  # returns the words for a win of White, a win of Black and a draw
    kind_tags: tuple[str, ...]  # tags that name the kind of game
    dialect: Callable[[str], str]  # returns a move of another program as it is written here
    repaired: Callable[[str], tuple[str, Sentence | None]]  # returns the text of a FEN, and what was repaired in it
    moves_reader: Callable[[], MovesReader | None] = lambda: None
    holds_comments: bool = True

    def read(self, text: str, game: Game) -> list[WrittenGame]:
        """Return every game. Raise :class:`NotationError` if none could be read to its end."""
        return readable(self.stream(text.splitlines(), game))

    def stream(self, lines: Iterable[str], game: Game) -> Iterator[WrittenGame]:
        """Yield every game of a file, given its lines; only two games are in memory at a time.

        Text between games belongs to no game: it is a repair of the game after it.
        """
        held: WrittenGame | None = None
        outside: list[NotationError] = []
        first: NotationError | None = None
        for each in self._games(lines, game):
            if each.fault and not each.tags and not each.moves:
                first = first or each.fault
                outside.append(NotationError(each.fault.line, each.fault.column, _("text outside of the games is left out")))  # fmt: skip
                continue
            if held:
                yield held
            held, outside = each._replace(repairs=(*outside, *each.repairs)), []
        if held:
            yield held._replace(repairs=(*held.repairs, *outside))
        elif first:
            yield WrittenGame(game, fault=first)

    def _games(self, lines: Iterable[str], game: Game) -> Iterator[WrittenGame]:
        """Yield every game, and each text between games as a game with a fault."""
        tags: dict[str, str] = {}
        where: dict[str, Token] = {}
        repairs: list[NotationError] = []
        line: Line | None = None  # None before the moves
        outer: list[Line] = []
        reader = self.moves_reader()

        def finished() -> WrittenGame:
            """Return the game that ends here, and begin another one."""
            nonlocal tags, where, repairs, line
            here = line or self._begun(game, tags, where, repairs, reader)
            while outer:  # a variation without an end
                variation, here = here, outer.pop()
                here.add_variation(variation)
                assert variation.opened
                here.stop(variation.opened.error(_("this variation has no end: “)” is missing")))
            done = here.written(tags)
            tags, where, repairs, line = {}, {}, [], None
            return done

        for token in tokens(lines):
            if token.kind == "tag":
                is_next = token.is_apart and (token.name in tags or (token.name == "Event" and bool(tags)))
                if line is not None or is_next:
                    yield finished()
                tags[token.name] = token.text
                where[token.name] = token
                continue
            if token.kind == "repair":
                assert token.reason
                (repairs if line is None else (outer or [line])[0].repairs).append(token.error(token.reason))
                continue
            if line is None:
                line = self._begun(game, tags, where, repairs, reader)
            if token.kind == "fault":
                assert token.reason
                for each in (*outer, line):
                    each.stop(token.error(token.reason))
                continue
            if line.fault:
                if token.text == "(" and token.kind == "word":
                    line.depth += 1
                elif token.text == ")" and token.kind == "word":
                    line.depth -= 1
                is_closed = line.depth < 0 and bool(outer)
                line.depth = max(line.depth, 0)
                ends = token.kind == "word" and not outer and line.depth == 0 and self._end(token.text)
                if not is_closed and not ends:
                    line.rest.append(token.text if token.kind == "word" else f"{{{token.text}}}")
                    continue
            if token.kind == "comment":
                line.comment(token.text)
            elif token.text == "(":
                line.read()
                if line.fault:
                    line.depth += 1
                elif not line.moves:
                    line.stop(token.error(_("a variation needs a move before it")))
                    line.depth += 1
                else:
                    outer.append(line)
                    line = Line(continued(line.game, line.before, line.ply - 1), self.dialect, reader, token)
            elif token.text == ")":
                if outer:
                    variation, line = line, outer.pop()
                    line.add_variation(variation)
                else:
                    line.stop(token.error(_("“)” closes no variation")))
            elif end := self._end(token.text):
                if not outer:
                    tags.setdefault("Result", end)
                    yield finished()
            else:
                self._read_word(line, token)
        if line is not None or tags:
            yield finished()

    def _end(self, word: str) -> str:
        """Return the result that a word names; an empty text for other words."""
        if word in self.ends:
            return word
        result = word.translate(RESULT_SIGNS)
        return result if result in self.ends else ""

    def _read_word(self, line: Line, token: Token) -> None:
        word = token.text
        if word in GLYPHS:
            line.glyph(GLYPHS[word])
        elif word[0].isalpha() and word != "e.p.":
            line.unread.append(token)
        elif GLYPH_NUMBER.fullmatch(word):
            line.glyph(int(word[1:]))
        elif (NUMBER.fullmatch(word) and word not in NULL_MOVES) or word[0] in ".<e$":
            pass  # move numbers, and words for other programs
        else:
            line.unread.append(token)

    def _begun(
        self,
        game: Game,
        tags: Mapping[str, str],
        where: Mapping[str, Token],
        repairs: list[NotationError],
        reader: MovesReader | None,
    ) -> Line:
        """Return the line of a game before its first move."""
        try:
            named = next((where[name] for name in self.kind_tags if name in where), None)
            try:
                game = self.game_of(game, tags)
            except SpecError as error:
                raise named.error(error.sentence) if named else error from None
            if "FEN" in tags:
                text, repair = self.repaired(tags["FEN"])
                if repair:
                    repairs.append(where["FEN"].error(repair))
                try:
                    game = game.beginning(text)
                except PositionError as error:
                    raise where["FEN"].error(error.sentence) from None
        except NotationError as fault:
            line = Line(game, self.dialect, reader, repairs=repairs)
            line.stop(fault)
            return line
        return Line(game, self.dialect, reader, repairs=repairs)

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
    words = COMMENT_WORD.findall(comment.replace("}", ")"))
    if words:
        words[0] = "{" + words[0]
        words[-1] += "}"
    yield from words


def whole_points(game: Game) -> tuple[str, str, str]:
    """Return the words for a game won by White, won by Black and drawn."""
    return "1-0", "0-1", "1/2-1/2"
