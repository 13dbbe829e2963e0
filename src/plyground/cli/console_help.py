"""Help at the console: its commands, with an example that fits the game and the position."""

from __future__ import annotations

from plyground.arena.match import Match
from plyground.cli.console_moves import unseen
from plyground.core.picture import by_column
from plyground.i18n import Sentence, _


def example(match: Match, beginning: Match) -> str:
    """Return a legal move that the board shows, or one of the beginning; "N" if moves are numbers of cells."""
    picture, notation = match.game.picture, match.game.notation
    if not unseen(match) and not picture.columns and (not picture.width or picture.word(0).isdecimal()):
        return "N"
    standing = [each.rolled().position for each in (match, beginning) if not each.outcome]
    for position in standing:
        shown = [move for move in position.moves() if picture.cells(position, move)]
        if shown:
            return notation.format_move(position, shown[len(shown) // 2])
    words = (notation.format_move(position, move) for position in standing for move in position.moves())
    return next(words, "") or picture.word(0)


def hint(match: Match, beginning: Match) -> Sentence:
    """Return the sentence that explains at the start how to play."""
    move = example(match, beginning)
    if unseen(match):
        return _("j {move} plays {move}, b lets a bot move, why explains, h lists all commands.", move=move)
    if move == "N":
        return _("j N plays cell N, b lets a bot move, why explains, h lists all commands.")
    if by_column(match.game.picture):
        return _("j {move} plays in column {move}, b lets a bot move, why explains, h lists all commands.", move=move)
    if match.game.picture.pieces:
        return _("j {move} moves a piece, b lets a bot move, why explains, h lists all commands.", move=move)
    return _("j {move} plays on {move}, b lets a bot move, why explains, h lists all commands.", move=move)


def missing(match: Match, beginning: Match) -> Sentence:
    """Return the sentence about ``j`` without a move."""
    move = example(match, beginning)
    if move == "N":
        return _("Write the number of a cell after j.")
    return _("Write a move after j, such as j {move}.", move=move)


def commands(match: Match, beginning: Match) -> list[tuple[str, Sentence]]:
    """Return each command with its meaning."""
    return [
        (f"j {example(match, beginning)}", _meaning(match, beginning)),
        ("b", _("let a bot move for you: the opponent, or the one chosen by bot")),
        ("bot NAME", _("choose the bot that b asks, such as bot depth-limited:depth=2")),
        ("why", _("the last bot's reason, and the value of each move now")),
        ("explore", _("every move with its value, and best play")),
        ("review", _("the mistakes so far, and why they are mistakes")),
        ("u", _("take back to your last move")),
        ("c TEXT", _("comment on the last move")),
        ("moves", _("the moves so far in the usual notation, with the comments")),
        ("r", _("begin again")),
        ("h", _("show this list")),
        ("q", _("quit")),
        ("Ctrl-C", _("while the engine or uct thinks, make it play its best move; else quit")),
    ]


def _meaning(match: Match, beginning: Match) -> Sentence:
    """Return the meaning of the command ``j``."""
    move = example(match, beginning)
    if unseen(match):
        return _("play {move}", move=move)
    if by_column(match.game.picture):
        return _("play in column {move}", move=move)
    if match.game.picture.pieces:
        return _("move a piece from its cell to another")
    return _("play cell N") if move == "N" else _("play on {move}", move=move)
