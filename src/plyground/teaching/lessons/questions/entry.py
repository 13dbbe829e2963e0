"""``dictionary``: a question about the move, the code or the number of entries of a complete move dictionary."""

from __future__ import annotations

from dataclasses import dataclass

from plyground.dictionary import build, form_of, look_up
from plyground.dictionary.lookup import Table as Entries
from plyground.i18n import Sentence, _, _n
from plyground.searches.tally import Tally
from plyground.teaching.exercises.form_fields import Field, Given
from plyground.teaching.lessons.questions.keys import PLACE, Keys, Place
from plyground.teaching.lessons.questions.question import (
    ANSWER,
    Picture,
    Reply,
    chosen,
    count_field,
    guessed,
    is_near,
    read_count,
)
from plyground.teaching.lessons.questions.searches import board_link, board_picture

ASKED = ("move", "code", "size")


@dataclass(frozen=True)
class Entry:
    """A question about an entry of a dictionary or its size; ``what`` is one of :data:`ASKED`."""

    place: Place
    what: str
    within: int

    @classmethod
    def of(cls, keys: Keys) -> Entry:
        """Return the question that these keys describe. Raise :class:`PlygroundError`."""
        keys.only(*PLACE, "ask", "within")
        place = keys.place().with_choice()
        form_of(place.game, "code" if keys.get("ask") == "code" else None)
        return cls(place, keys.one_of("ask", ASKED), keys.number("within", 1, 10, 2))

    @property
    def fields(self) -> tuple[Field, ...]:
        if self.what == "code":
            return (Field(ANSWER, _("Code")),)
        if self.what == "size":
            return (count_field(_("Entries"), self.within),)
        position, notation = self.place.position, self.place.game.notation
        words = [notation.format_move(position, move) for move in position.moves()]
        return (Field(ANSWER, _("Move"), tuple((word, word) for word in words)),)

    def asked(self, tally: Tally) -> Sentence:
        game = self.place.game.title
        if self.what == "move":
            return _("Which move does the dictionary of {game} hold for this position?", game=game)
        if self.what == "code":
            return _("Under which code does the dictionary hold this position?")
        return _("A dictionary of {game} has one move for every unfinished position. How many entries does it have?", game=game)  # fmt: skip

    def solution(self, tally: Tally) -> Given:
        if self.what == "move":
            game, position = self.place.game, self.place.position
            found = look_up(self._table(tally), form_of(game), game, position)
            return {ANSWER: game.notation.format_move(position, found.move)}
        return {ANSWER: str(self._key if self.what == "code" else len(self._table(tally)))}

    def reply(self, given: Given, tally: Tally) -> Reply:
        game, position = self.place.game, self.place.position
        links = board_link(game, self.place.moves)
        entries = self._table(tally)
        if self.what == "size":
            true, guess = len(entries), read_count(given[ANSWER]) if given else None
            said = (
                _n("It has {count} entry.", "It has {count} entries.", true)
                if guess is None
                else guessed(guess, true, self.within)
            )
            return Reply(guess is not None and is_near(guess, true, self.within), (said,), links=links)
        solution = self.solution(tally)[ANSWER]
        answered = given.get(ANSWER, "")
        if given and self.what == "move":
            chosen(given, self.fields[0].options)
        elif given:
            answered = str(read_count(answered))
        entry = look_up(entries, form_of(game), game, position).sentence
        return Reply(answered == solution, (entry,), links=links)

    def pictures(self, *, answered: bool) -> tuple[Picture, ...]:
        return () if self.what == "size" else (board_picture(self.place.game, self.place.position),)

    @property
    def _key(self) -> object:
        return form_of(self.place.game, "code").key(self.place.position)

    def _table(self, tally: Tally) -> Entries:
        name = self.place.game.name
        if name not in _built:
            made = build(self.place.game, tally=tally).table(form_of(self.place.game))
            _built.clear()
            _built[name] = made
        return _built[name]


_built: dict[str, Entries] = {}
"""The most recently built dictionary, by game."""
