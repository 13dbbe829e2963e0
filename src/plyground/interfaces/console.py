"""The console's game: what each line that a person types does to it, and what is said in answer.

After the four console programs of L. A. Digiampietri (EACH-USP): one program for every bot. It reads no
keyboard and writes on no screen: lines come by :meth:`Console.take`, answers go through ``say``.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from typing import Any

from plyground.arena.analysis import MoveValues, move_values
from plyground.arena.history import oracle
from plyground.arena.match import Match
from plyground.errors import GameOver, MoveError, PlygroundError, SearchStopped, SpecError
from plyground.game import Game
from plyground.interfaces.board import by_column, draw
from plyground.interfaces.ending import ending, nearing
from plyground.interfaces.exploring import show_history, show_position, study_history, study_position, within
from plyground.interfaces.progress import hurried, progress
from plyground.interfaces.recording import Recording
from plyground.interfaces.terminal import shown
from plyground.language import Number, Sentence, _, _n
from plyground.players import Choice, Human, Player, Thought, player
from plyground.players.reasons import figure, worth
from plyground.position import Demand, Move
from plyground.search import new_tally

LONGEST_LINE = 300
"""Characters of a line that are read; what is longer is no command."""

MOST_LISTED = 40
"""Moves that are listed where no picture shows them."""

PATIENCE = 10.0
"""Seconds that ``why``, ``explore`` and ``history`` may look at positions; a large board is not seen through in any time."""


class Console:
    """One game after another between two players, led by typed commands."""

    def __init__(
        self,
        match: Match,
        players: tuple[str, ...],
        bot: str | None = None,
        *,
        say: Callable[..., None],
        beginning: Match | None = None,
        recording: Recording | None = None,
    ) -> None:
        """``players`` and ``bot``, whom ``b`` asks, are spec texts; raises :class:`SpecError`.

        ``beginning`` is where ``r`` begins again and ``u`` ends, else as the ``match`` stands; a ``recording`` follows the game.
        """
        self.game: Game = match.game
        self.beginning = beginning or match
        self.recording = recording
        self.match = match
        self.names = players
        self.players = tuple(player(name, self.game) for name in players)
        self.bot = None if bot is None else self._bot(bot)
        self.reason: Sentence | None = None  # of the last bot's move
        self.left = False  # whether the person has left
        self.say = say

    @property
    def prompt(self) -> str:
        """What stands before the cursor: the side to move, while there is one."""
        return "> " if self.match.outcome else f"{self.match.mover}> "

    def start(self) -> None:
        """Show the game and let the bots move that come first."""
        seats = ", ".join(f"{side} {name}" for side, name in zip(self.game.sides, self.names, strict=True))
        self.say((str(self.game.title), "bold"), f": {seats}")
        self.say(self._hint())
        if self.match.moves and self.match != self.beginning:
            self._tell_moves()
        self._begin(self.match)
        self._let_bots_move()

    def take(self, line: str) -> None:
        """Do what one typed line says, or answer in one sentence why not."""
        try:
            self._obey(shown(" ".join(line.split()), LONGEST_LINE))
        except PlygroundError as error:
            self.say(str(error))

    def _obey(self, line: str) -> None:
        word, _blank, rest = line.partition(" ")
        match word.lower(), rest:
            case "", "":
                pass
            case "j", text:
                if not text:
                    raise MoveError(self._missing())
                self._play(self._meant(text))
                self._let_bots_move()
            case "b", "":
                self._ask(*self._advisor())
                self._let_bots_move()
            case "bot", name:
                if not name:
                    raise SpecError(_("Write the name of a bot after bot, such as bot minimax."))
                self.bot = self._bot(name)
                self.say(_("From now on b asks {name}.", name=name))
            case "why", "":
                self._explain()
            case "explore", "":
                self._explore()
            case "history", "":
                self._history()
            case "u", "":
                self._undo()
            case "r", "":
                self._begin_again()
                self._let_bots_move()
            case "c", text:
                self._comment(text)
            case "moves", "":
                self._tell_moves()
            case "h", "":
                self._help()
            case "q", "":
                self.left = True
                self.say(_("Goodbye."))
            case _:
                raise MoveError(_("“{line}” is not a command; h lists all commands.", line=line))

    def _meant(self, text: str) -> Move:
        """The move of this name, or of this number where the moves are listed with numbers; raises :class:`MoveError`."""
        try:
            return self.game.notation.parse_move(self.match.position, text)
        except MoveError:
            listed = dict(self._listed())
            if text in listed:
                return listed[text]
            raise

    @property
    def _unseen(self) -> list[Move]:
        """The moves, where no picture shows any of them; a single one beside a picture goes without saying."""
        position, picture = self.match.rolled().position, self.game.picture
        moves = [] if self.match.outcome else list(position.moves())
        if any(picture.cells(position, move) for move in moves) or (picture.width and len(moves) == 1):
            return []
        return moves

    def _listed(self) -> list[tuple[str, Move]]:
        """The moves that no picture shows, each with its number; none where their names are numbers."""
        position, notation = self.match.position, self.game.notation
        if all(notation.format_move(position, move).isdecimal() for move in self._unseen):
            return []
        return [(str(number), move) for number, move in enumerate(self._unseen, 1)]

    def _bot(self, name: str) -> tuple[str, Player]:
        bot = player(name, self.game)
        if isinstance(bot, Human):
            raise SpecError(_("A person is no bot: choose another player, such as minimax."))
        return name, bot

    def _advisor(self) -> tuple[str, Player]:
        """Whom ``b`` asks: the bot that was named, else the opponent's, else the mover's own."""
        side, count = self.match.side, len(self.players)
        for place in ((side + further) % count for further in range(1, count + 1)):
            if self.bot is None and not isinstance(self.players[place], Human):
                return self.names[place], self.players[place]
        if self.bot is None:
            raise SpecError(_("No bot plays here: write bot and a name, such as bot minimax, to choose one for b."))
        return self.bot

    def _let_bots_move(self) -> None:
        """Go on until a person is to move or the game is over."""
        while not self.match.outcome and not isinstance(self.players[self.match.side], Human):
            self._ask(self.names[self.match.side], self.players[self.match.side])

    def _ask(self, name: str, bot: Player) -> None:
        """Have a bot choose for the side to move, say what and why, and make the move."""
        position = self.match.position
        if self.match.outcome:
            raise GameOver
        tally = new_tally()
        with progress(tally) as tell, hurried(tally) if bot.card.anytime else nullcontext():
            choice = bot.choose(position, Thought(self.match.positions[: self.match.ply], tally, tell))
        self.say(_recommendation(name, self.game.notation.format_move(position, choice.move), choice))
        self._play(choice.move)
        self.reason = choice.reason

    def _play(self, move: Move) -> None:
        side, position = self.match.mover, self.match.position
        self._stand(self.match.play(move))
        self.say(_("{side} plays {move}.", side=side, move=self.game.notation.format_move(position, move)))
        self._roll()
        self._show()

    def _begin(self, match: Match) -> None:
        """A game from its beginning, or where it is taken up; chance says how its numbers can be had again."""
        self._stand(match)
        self.reason = None
        if Demand.CHANCE in self.game.demands:
            self.say(_("{chance}: the numbers of seed {seed}.", chance=self.game.chance, seed=match.seed))
        self._roll()
        self._show()

    def _begin_again(self) -> None:
        self.beginning = replace(self.beginning, seed=self.beginning.seed + 1)
        if self.recording:
            self.recording.begin_another()
            self.say(_("This game is recorded in {path}.", path=self.recording.path))
        self._begin(self.beginning)

    def _stand(self, match: Match) -> None:
        """Let the game stand so, also in its record."""
        self.match = match
        if self.recording:
            self.recording.keep(match)

    def _comment(self, text: str) -> None:
        """Write a comment on the last move, in the place of another."""
        if not self.match.ply:
            raise MoveError(_("No move has been made yet."))
        if not text:
            raise MoveError(_("Write a comment on the last move after c."))
        self._stand(self.match.commented(self.match.ply, text))
        self._tell_comment(self.match.ply)

    def _tell_comment(self, number: int) -> None:
        match = self.match
        words = {
            "number": number,
            "side": self.game.mover(match.positions[number - 1]),
            "move": match.words[number - 1],
        }
        self.say(_("Move {number}, {side} {move}: {comment}", comment=match.comment(number), **words))

    def _tell_moves(self) -> None:
        """The game so far in its usual notation, and the comments on its moves."""
        if not self.match.ply:
            raise MoveError(_("No move has been made yet."))
        self.say(_("Moves: {moves}", moves=self.match.transcript))
        for number in range(1, self.match.ply + 1):
            if self.match.comment(number):
                self._tell_comment(number)

    def _roll(self) -> None:
        """Make the moves of chance that come next, and tell them."""
        before = self.match.ply
        if self.match.is_chance:
            self._stand(self.match.rolled())
        for word in self.match.words[before:]:
            self.say(_("{chance}: {move}.", chance=self.game.chance, move=word))

    def _undo(self) -> None:
        """Back to where a person last had the move."""
        for plies in range(1, self.match.ply - self.beginning.ply + 1):
            earlier = self.match.undo(plies)
            if not earlier.is_chance and isinstance(self.players[earlier.side], Human):
                self._stand(earlier)
                self.reason = None
                self._show()
                return
        raise MoveError(_("There is no move to take back."))

    def _show(self) -> None:
        """The board and, when it is reached, the end of the game."""
        self.say()
        for line in draw(self.game, self.match.position):
            self.say(" ", *line)
        self.say()
        if self.match.outcome:
            self.say(ending(self.game, self.match.position, self.match.outcome))
            self.say(_("r plays again, q leaves."))
            return
        if warning := nearing(self.match):
            self.say(warning)
        self._list()

    def _list(self) -> None:
        """The moves that no picture shows: a line for each, with its number, or the numbers that are their names."""
        position, notation = self.match.position, self.game.notation
        listed = self._listed()
        for number, move in listed[:MOST_LISTED]:
            self.say((f"{number:>5}  ", "dim"), notation.format_move(position, move))
        if not listed and self._unseen:
            names = [notation.format_move(position, move) for move in self._unseen]
            more = len(names) > MOST_LISTED
            self.say(_("Moves: {moves}", moves=" ".join([*names[:MOST_LISTED], *["…"] * more])))
        elif len(listed) > MOST_LISTED:
            self.say(_n("and {count} move more", "and {count} moves more", len(listed) - MOST_LISTED))

    def _explain(self) -> None:
        """Why the last bot moved as it did, and what each move is worth now."""
        if self.reason:
            self.say(_("The last bot's reason: {reason}", reason=self.reason))
        position = self.match.position
        if self.match.outcome:
            self.say(ending(self.game, position, self.match.outcome))
            return
        values = self._values(position)
        self.say(_("What each move of {side} is worth:", side=self.match.mover))
        for root in values.result.moves:
            assert root.value is not None  # each was searched
            words = (
                worth(values.result, root.value, root.distance) if root.proven else _judgement(root.value, values.depth)
            )
            self.say(f"{self.game.notation.format_move(position, root.move):>5}  ", words)

    def _values(self, position: Any) -> MoveValues:
        """As exact as they get within :data:`PATIENCE`."""
        tally = new_tally()
        with progress(tally), within(PATIENCE, tally):
            return move_values(self.game, position, tally)

    def _explore(self) -> None:
        """Every move with its exact value, and the line of perfect play."""
        if self.match.outcome:
            self.say(ending(self.game, self.match.position, self.match.outcome))
            return
        tally = new_tally()
        with progress(tally), within(PATIENCE, tally):
            try:
                show_position(study_position(self.match, oracle(self.game, tally)))
            except SearchStopped:
                self._say_too_large()

    def _history(self) -> None:
        """What each move of the game was worth, and where value was given away."""
        if not self.match.ply:
            raise MoveError(_("No move has been made yet."))
        tally = new_tally()
        with progress(tally), within(PATIENCE, tally):
            try:
                values = oracle(self.game, tally)
            except SearchStopped:
                self._say_too_large()
                return
            study = study_history(self.match, values)
        show_history(study)

    def _say_too_large(self) -> None:
        self.say(_("The position is not solved within {seconds} s: it is too large for this time.", seconds=Number(PATIENCE, decimals=1)))  # fmt: skip

    @property
    def _example(self) -> str:
        """A legal move that is shown on the board, or that was one at the start; "N" where moves are numbers of cells."""
        picture, notation = self.game.picture, self.game.notation
        if not self._unseen and not picture.columns and (not picture.width or picture.word(0).isdecimal()):
            return "N"
        standing = [match.rolled().position for match in (self.match, self.beginning) if not match.outcome]
        for position in standing:
            shown = [move for move in position.moves() if picture.cells(position, move)]
            if shown:
                return notation.format_move(position, shown[len(shown) // 2])
        words = (notation.format_move(position, move) for position in standing for move in position.moves())
        return next(words, "") or picture.word(0)

    def _hint(self) -> Sentence:
        move = self._example
        if self._unseen:
            return _("j {move} plays {move}, b lets a bot move, why explains, h lists all commands.", move=move)
        if move == "N":
            return _("j N plays cell N, b lets a bot move, why explains, h lists all commands.")
        if by_column(self.game.picture):
            return _(
                "j {move} plays in column {move}, b lets a bot move, why explains, h lists all commands.", move=move
            )
        if self.game.picture.pieces:
            return _("j {move} moves a piece, b lets a bot move, why explains, h lists all commands.", move=move)
        return _("j {move} plays on {move}, b lets a bot move, why explains, h lists all commands.", move=move)

    def _missing(self) -> Sentence:
        move = self._example
        if move == "N":
            return _("Write the number of a cell after j.")
        return _("Write a move after j, such as j {move}.", move=move)

    def _meaning(self) -> Sentence:
        move = self._example
        if self._unseen:
            return _("play {move}", move=move)
        if by_column(self.game.picture):
            return _("play in column {move}", move=move)
        if self.game.picture.pieces:
            return _("move a piece from its cell to another")
        return _("play cell N") if move == "N" else _("play on {move}", move=move)

    def _help(self) -> None:
        for command, meaning in (
            (f"j {self._example}", self._meaning()),
            ("b", _("let a bot move for you: the opponent, or the one that bot names")),
            ("bot NAME", _("choose the bot that b asks, such as bot depth-limited:depth=2")),
            ("why", _("the last bot's reason, and what each move is worth now")),
            ("explore", _("every move with its exact value, and the line of perfect play")),
            ("history", _("what each move was worth, and where value was given away")),
            ("u", _("take back to your last move")),
            ("c TEXT", _("comment on the last move")),
            ("moves", _("the moves so far in the usual notation, with the comments")),
            ("r", _("begin again")),
            ("h", _("this list")),
            ("q", _("leave")),
            ("Ctrl-C", _("while the engine or uct thinks, have it play the best move so far; else leave")),
        ):
            self.say((f"{command:<10}", "bold"), meaning)


def _judgement(value: int, depth: int) -> Sentence:
    return _n(
        "Judged at {value} after {count} ply; a longer look was stopped",
        "Judged at {value} after {count} plies; a longer look was stopped",
        depth,
        value=figure(value),
    )


def _recommendation(name: str, move: str, choice: Choice) -> Sentence:
    if choice.value is None:
        return _("{name} recommends {move}. {reason}", name=name, move=move, reason=choice.reason)
    return _(
        "{name} recommends {move} (value {value}). {reason}",
        name=name,
        move=move,
        value=figure(choice.value),
        reason=choice.reason,
    )
