"""The keys of a question: lines ``key: value`` of its block in a lesson."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from plyground.arena.match import Match
from plyground.core.game import Game
from plyground.errors import ExerciseError
from plyground.games import game
from plyground.i18n import _
from plyground.teaching.gallery import example
from plyground.trees import Tree


@dataclass(frozen=True)
class Keys:
    """The keys of a block, with methods to read their values."""

    texts: Mapping[str, str]

    def only(self, *names: str) -> None:
        """Raise :class:`ExerciseError` for a key that is not one of these ``names``."""
        for name in self.texts:
            if name not in names:
                raise ExerciseError(_("There is no key “{key}” here; the keys are: {keys}.", key=name, keys=", ".join(names)))  # fmt: skip

    def get(self, name: str, default: str = "") -> str:
        """Return the text of a key, or else the default."""
        return self.texts.get(name, default)

    def needed(self, name: str) -> str:
        """Return the text of a key. Raise :class:`ExerciseError` if it is missing."""
        if name not in self.texts:
            raise ExerciseError(_("The key “{key}” is missing.", key=name))
        return self.texts[name]

    def number(self, name: str, least: int, most: int, default: int | None = None) -> int:
        """Return the whole number of a key. Raise :class:`ExerciseError`."""
        text = self.get(name) if default is not None else self.needed(name)
        if default is not None and not text:
            return default
        if text.isascii() and text.isdecimal() and least <= int(text[:12]) <= most:
            return int(text)
        raise ExerciseError(_("“{key}” is a whole number from {least} to {most}, not “{text}”.", key=name, least=least, most=most, text=text[:20]))  # fmt: skip

    def words(self, name: str, separator: str = ",") -> list[str]:
        """Return the separated parts of a key's text."""
        return [word.strip() for word in self.needed(name).split(separator) if word.strip()]

    def one_of(self, name: str, names: tuple[str, ...]) -> str:
        """Return one of these words; the first is the default. Raise :class:`ExerciseError`."""
        word = self.get(name, names[0])
        if word not in names:
            raise ExerciseError(_("“{key}” is one of: {names}; not “{text}”.", key=name, names=", ".join(names), text=word[:40]))  # fmt: skip
        return word

    @property
    def has_tree(self) -> bool:
        """True if the question is about a tree, not about a game."""
        return "tree" in self.texts or "example" in self.texts

    def tree(self) -> Tree:
        """Return the tree of the key ``tree`` (with ``root`` or ``levels``) or ``example``. Raise
        :class:`PlygroundError`.
        """
        if "example" in self.texts:
            return example(self.texts["example"]).tree
        return Tree.parse(self.needed("tree"), root=self.get("root") or None, levels=self.get("levels") or None)

    def place(self) -> Place:
        """Return the position given by ``game`` and ``moves`` or ``position``. Raise :class:`PlygroundError`."""
        chosen = game(self.needed("game"))
        if "position" in self.texts:
            return Place(chosen, chosen.notation.parse(self.texts["position"]))
        moves = self.get("moves")
        return Place(chosen, Match.parse(chosen, moves).position, moves)


TREE = ("tree", "root", "levels", "example")
PLACE = ("game", "moves", "position")


@dataclass(frozen=True)
class Place:
    """A position of a game, and the moves that led to it if they are known."""

    game: Game
    position: Any
    moves: str | None = None

    def with_choice(self) -> Place:
        """Return the place itself. Raise :class:`ExerciseError` if no player is to move there."""
        if self.position.is_over():
            raise ExerciseError(_("The game is over in this position."))
        if self.position.is_chance():
            raise ExerciseError(_("Nobody chooses in this position: chance decides."))
        return self
