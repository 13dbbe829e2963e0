"""Searches of bots in the calling thread, while the terminal shows their progress."""

from __future__ import annotations

from contextlib import nullcontext

from plyground.bots import Thought
from plyground.cli.progress_line import hurried, progress
from plyground.errors import PlygroundError
from plyground.i18n import Sentence
from plyground.presentation.bot_driver import OnEnd
from plyground.presentation.game_session import BotThought
from plyground.searches import new_tally
from plyground.searches.tally import NODES


class EndedThought:
    """A search that is over when its runner returns."""

    def cancel(self) -> None:
        """Do nothing, because the search is over."""

    def hurry(self) -> None:
        """Do nothing, because Ctrl-C hurries a search in this thread."""


class InlineRunner:
    """A runner that searches in the calling thread. Ctrl-C hurries an anytime bot and interrupts any other."""

    def run(self, thought: BotThought, on_end: OnEnd) -> EndedThought:
        """Run the search to its end."""
        match, tally = thought.match, new_tally()
        try:
            with progress(tally) as on_progress, hurried(tally) if thought.player.card.anytime else nullcontext():
                choice = thought.player.choose(
                    match.position, Thought(match.positions[: match.ply], tally, on_progress)
                )
        except PlygroundError as error:
            thought.update(tally.counts[NODES], None)
            on_end(error)
        else:
            on_end(choice)
        return EndedThought()

    def explain(self, error: Exception) -> Sentence:
        """Raise an unexpected exception again, which ends the program."""
        raise error
