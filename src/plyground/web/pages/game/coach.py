"""The coach: the card beside the board with the judge's words, and its state."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import zip_longest

from plyground.arena.match import Match
from plyground.i18n import Number, Sentence, _, _n
from plyground.judge.review import decides, decisive, last_blunder
from plyground.presentation.coach_card import CoachCard, Demonstration, move_card, position_card, with_blunder
from plyground.presentation.game_session import GameSession
from plyground.presentation.game_view import Findings, GameView
from plyground.presentation.move_values import worth_words
from plyground.presentation.side_title import side_title
from plyground.web.components.elements import button, show, tag
from plyground.web.pages.game.explorer import Explorer
from plyground.web.pages.game.hints import Hints
from plyground.web.pages.game.judged_game import JudgedGame, Question, question
from plyground.web.pages.game.parts.part import Part

MAX_RETRIES = 2
"""Most moves of a card that can be tried again."""


SQUARES = re.compile(r"(?<=\d)-(?=[a-z]?\d)")
"""The hyphen between two squares of a move."""


class Coach:
    """The questions of a visitor to the judge, and the card that answers them. ``changed`` is called after each change."""

    def __init__(
        self, session: GameSession, explorer: Explorer, judged: JudgedGame, hints: Hints, changed: Callable[[], None]
    ) -> None:
        self.can_judge = judged.can_judge  # True if the judge can say anything of the game
        self.shows_values = False  # True if the values of all moves stand on the board
        self.shows_bar = False  # True if the bar stands beside an unfinished game
        self._reviews = False  # True if a game is reviewed before its end
        self._session = session
        self._explorer = explorer
        self._judged = judged
        self._hints = hints
        self._changed = changed
        self._asked: Match | None = None  # position of a pressed “Why?”
        self._shown: CoachCard | None = None  # card whose line stands on the board
        self._left: Match | None = None  # look that its line replaced; None for the game itself

    @property
    def is_why(self) -> bool:
        """True while “Why?” is answered."""
        return self._asked is not None

    @property
    def reviews(self) -> bool:
        """True if every move of the game is judged: at its end at once, before only if a visitor asked."""
        return self.can_judge and (self._session.is_over or self._reviews)

    @property
    def demonstration(self) -> Demonstration | None:
        """The line that stands on the board."""
        return self._shown.shows if self._shown else None

    # Presses

    def press_why(self) -> None:
        """Explain the shown position, or stop explaining it if the card is about it."""
        self._hints.leave()
        shown = self._explorer.shown
        self._asked = None if self._asked and _same(self._asked, shown) else shown
        self._changed()

    def press_review(self) -> None:
        """Review the game before its end, or stop that."""
        self._reviews = not self._reviews
        self._changed()

    def press_bar(self) -> None:
        """Show the bar beside an unfinished game, or hide it."""
        self.shows_bar = not self.shows_bar
        self._changed()

    def press_show(self, card: CoachCard | None) -> None:
        """Show the line of a card on the board, or take it off and show the position before it again."""
        if self._shown:
            self._shown, self._explorer.look = None, self._left
        elif card is not None and card.shows is not None:
            self._shown, self._left = card, self._explorer.look
            self._explorer.show(card.shows.match)
        self._changed()

    def press_retry(self, ply: int) -> None:
        """Go back to a ply of the game, to try its move again."""
        self._shown = self._explorer.look = None
        self._session.go_to(replace(self._session.match, ply=ply))

    # The state

    def follow(self) -> None:
        """React to another position on the board."""
        shown = self._explorer.shown
        if self._asked is not None and not self._still_stands(self._asked, shown):
            self._asked = None
        if self.demonstration and not _same(self.demonstration.match, shown):
            self._shown = None

    def _still_stands(self, asked: Match, shown: Match) -> bool:
        """Return True for the position of the question, also after bots have replied: the answer stays."""
        if self._explorer.look is not None or not _is_of(shown, asked):
            return _same(asked, shown)
        later = range(asked.ply, shown.ply)
        sides = [asked.game.side(shown.positions[ply]) for ply in later]
        return all(side < 0 or not self._session.seats[side].is_human for side in sides)

    def questions(self) -> Iterator[Question]:
        """Yield the questions to the judge that the present page needs, the most urgent first."""
        match, shown = self._session.match, self._explorer.shown
        if self._hints.question:
            yield self._hints.question
        if self._asked is not None:
            yield question("explanation", self._asked)
        elif self._explains:
            yield question("explanation", shown)
        if (self.shows_values or self.shows_bar or self.reviews) and shown.outcome is None:
            yield question("judgement", shown)
        if self.reviews:
            for ply in reversed(range(1, match.ply + 1)):
                yield Question("review", match.moves[:ply])

    @property
    def _explains(self) -> bool:
        """True if the judge's words on the shown move of a review are wanted."""
        return self.reviews and (self._explorer.look is not None or not self._session.is_over)

    def card(self, findings: Findings) -> CoachCard | None:
        """Return the card; None if there is nothing to say."""
        session = self._session
        if self._shown is not None:
            return self._shown
        hint = self._hints.hint()
        if hint.words:
            return CoachCard(hint.topic, hint.words, truth=hint.source, waits=hint.waits)
        if self._asked is not None:
            return self._answer(self._asked, findings)
        if not self.reviews:
            return None
        if session.is_over and self._explorer.look is None:
            return self._end(findings)
        return self._move(findings)

    def _answer(self, asked: Match, findings: Findings) -> CoachCard:
        """Return the card for a pressed “Why?”. It names its position if a bot has moved on since."""
        explanation = self._judged.answer("explanation", asked)
        if explanation is None:
            trouble = self._judged.trouble("explanation", asked)
            return self._waits(replace(findings, trouble=trouble))
        card = position_card(asked, explanation)
        card = card._replace(sentences=(*self._rule(asked), *card.sentences))
        if not asked.ply or _same(asked, self._explorer.shown):
            return card
        return card._replace(topic=_("Why? After move {number}", number=Number(asked.number_at(asked.ply))))

    def _rule(self, shown: Match) -> tuple[Sentence, ...]:
        """Return the rule or table by which a bot made the last move. A search's number is never told as the
        position's.
        """
        played = self._session.played_at(shown.ply - 1) if shown.ply and _is_of(self._session.match, shown) else None
        if played is None or played.choice is None or played.choice.result is not None or not played.choice.reason:
            return ()
        if played.seat.player.card.anytime:  # a search by random games
            return ()
        return (_("{player}: {reason}", player=played.seat.title, reason=played.choice.reason),)

    def _waits(self, findings: Findings) -> CoachCard:
        """Return the card until the judge has answered, with the preview if there is one."""
        found, shown = findings.judgement, self._explorer.shown
        first: Sentence | str = ""
        if found and found.moves:
            move = shown.game.move_words(shown.position, found.best.move)
            first = _("At first sight: {move}, {worth}.", move=move, worth=worth_words(found.best))
        return CoachCard(_("Why?"), findings.trouble or findings.doing or _("Looking at the position …"), truth=first, waits=not findings.trouble)  # fmt: skip

    def _move(self, findings: Findings) -> CoachCard | None:
        """Return the card for the move that led to the shown position."""
        match, shown, found = self._session.match, self._explorer.shown, findings.explanation
        if not shown.ply or found is None:
            return self._waits(findings) if shown.ply else None
        if found.last is None or found.did is None:
            return None
        own = _is_of(match, shown) and self._session.can_learn_from(shown.ply - 1)
        return move_card(shown, found.last, found.did, own=own)

    def _end(self, findings: Findings) -> CoachCard | None:
        """Return the card of a finished game: the mistake of its loser, or of the only person, that decided it."""
        session, match = self._session, self._session.match
        if not self.can_judge or not match.ply:
            return None
        side, title = self._subject()
        found = [each for each in findings.reviewed if each and each.mark and match.game.side(match.positions[each.ply - 1]) == side]  # fmt: skip
        drawn, left = self._winner is None, findings.reviewed.count(None)
        worst = decisive(found, drawn=drawn)
        if worst is not None and worst.cause is not None and (not left or decides(worst, drawn=drawn)):
            later = last_blunder(found, worst.ply)
            if later is None or later.cause is None:
                return move_card(match, worst, worst.cause, title, own=session.can_learn_from(worst.ply - 1))
            told = later if worst.cause.code == "forced_loss" else worst  # a plain blunder teaches more than a proof
            other = worst if told is later else later
            assert told.cause is not None and other.cause is not None
            card = move_card(match, told, told.cause, title, own=session.can_learn_from(told.ply - 1))
            return with_blunder(card, match, other.ply, other.cause)
        if left:
            return CoachCard(title, findings.doing or _n("Looking at the game: {count} move left …", "Looking at the game: {count} moves left …", left), waits=True)  # fmt: skip
        return CoachCard(title, _("No mistake was found."))

    @property
    def _winner(self) -> int | None:
        """The side that won the finished game; None for a draw."""
        session, outcome = self._session, self._session.match.outcome
        return 1 - session.resigned if session.resigned is not None else outcome.winner if outcome else None

    def _subject(self) -> tuple[int, Sentence]:
        """Return the side whose mistakes the card of a finished game tells, and its topic."""
        session, match, winner = self._session, self._session.match, self._winner
        people = [side for side, seat in enumerate(session.seats) if seat.is_human]
        person = people[0] if len(people) == 1 else None
        if person is not None and person != winner:
            return person, _("Could you have won?") if winner is None else _("Why did you lose?")
        if winner is None or len(session.seats) != 2:
            return match.game.side(match.positions[match.ply - 1]), _("The end of the game")
        loser = 1 - winner
        return loser, _("Why did you win?") if person is not None else _("Why did {side} lose?", side=side_title(match.game, loser))  # fmt: skip


def _unbroken(text: str) -> str:
    """Return a text whose moves, such as 11-15, stay on one line."""
    return SQUARES.sub("\u2060-\u2060", text)


def _same(one: Match, other: Match) -> bool:
    return one.moves[: one.ply] == other.moves[: other.ply]


def _is_of(match: Match, shown: Match) -> bool:
    """Return True if a shown position occurred in a match."""
    return shown.ply <= match.ply and shown.moves[: shown.ply] == match.moves[: shown.ply]


class CoachPanel(Part):
    """The card on the page. Its buttons stay when its words change, so that the keyboard focus is not lost."""

    def __init__(self, on_show: Callable[[CoachCard | None], None], on_retry: Callable[[int], None]) -> None:
        self._on_show = on_show
        self._on_retry = on_retry
        self._card: CoachCard | None = None

    def build(self) -> None:
        """Put the card on the page, hidden."""
        with tag("section", classes="panel coach", aria_label=str(_("The judge says"))) as self.panel:
            with tag("div", role="status"):
                self.topic = tag("p", classes="topic")
                self.headline = tag("h2", classes="headline")
                self.because = tag("p", classes="because")
                self.truth = tag("p", classes="truth")
            with tag("div", classes="actions") as self.actions:
                self.shows = button("", lambda: self._on_show(self._card), "primary")
                self.retries = [button("", partial(self._press_retry, place)) for place in range(MAX_RETRIES)]
        self.panel.set_visibility(False)

    def key(self, view: GameView) -> object:
        """Return the card, its button, and the line on the board."""
        match = view.match if view.card else None  # the match has the numbers of moves
        return view.card, view.is_why, view.demonstration, match

    def draw(self, view: GameView) -> None:
        """Show the card."""
        card = self._card = view.card
        self.panel.set_visibility(card is not None)
        if card is None:
            return
        for name, holds in (("waits", card.waits), ("why", view.is_why)):
            self.panel.classes(add=name if holds else "", remove="" if holds else name)
        show(self.topic, card.topic)
        show(self.headline, _unbroken(str(card.headline)))
        show(self.because, _unbroken(" ".join(map(str, card.sentences))))
        show(self.truth, card.truth)
        show(self.shows, _("Take it off the board") if view.demonstration else _("Show me on the board"))
        self.shows.set_visibility(card.shows is not None)
        for retry, ply in zip_longest(self.retries, card.retries):
            number = None if ply is None else Number(view.match.number_at(ply + 1))
            show(retry, _("Try move {number} again", number=number) if number is not None else "")
            retry.set_visibility(number is not None)
        self.actions.set_visibility(card.shows is not None or bool(card.retries))

    def _press_retry(self, place: int) -> None:
        if self._card is not None and place < len(self._card.retries):  # a press may come late
            self._on_retry(self._card.retries[place])
