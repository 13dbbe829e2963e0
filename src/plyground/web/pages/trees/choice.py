"""The forms that choose a tree and its searches."""

from __future__ import annotations

from plyground.i18n import Sentence, _, capital
from plyground.searches.conventions import PRESETS
from plyground.searches.registry import ALGORITHMS
from plyground.stepping.comparison import MAX_FILMS
from plyground.teaching.gallery import gallery
from plyground.web.components.game_list import listed_games
from plyground.web.components.templates import fragment
from plyground.web.components.tree_steps.films import rule
from plyground.web.urls.query_string import write
from plyground.web.urls.trees_url import FIRST, TreeQuery

TREE_FIELDS = ("example", "tree", "random", "seed", "irregular", "game", "position", "depth")
"""The fields of a URL that stay if another search is chosen."""


def choice(query: TreeQuery, wrong_field: str = "", error: Sentence | str = "") -> str:
    """Return the forms as HTML, with an error beside its field."""
    examples, games = gallery(), {name: known.title for name, known in listed_games()[0].items()}
    example = "" if query.source != "example" else query.example or FIRST
    game = query.game or "tictactoe"
    return fragment(
        "trees_choice.html",
        query=query,
        wrong_field=wrong_field,
        error=error,
        kept_search=_search(query),
        kept_tree={name: getattr(query, name) for name in TREE_FIELDS},
        example=example,
        examples=[("", _("another tree")), *((name, one.title) for name, one in examples.items())],
        source=examples[example].source if example in examples else "",
        algorithms=[(known.name, capital(known.title)) for known in ALGORITHMS.values()],
        beside=(*query.algorithms[1:], "")[: MAX_FILMS - 1],  # chosen searches, and an empty choice for one more
        conventions=[(name, name) for name in PRESETS],
        convention=rule(query),
        tree=_text(query),
        exercise=write({"kind": "values", "tree": _text(query), "root": query.root}),
        game=game,
        games=[*games.items(), *([] if game in games else [(game, game)])],
    )


def _search(query: TreeQuery) -> dict[str, str]:
    """Return the choices of the search by field. They stay if another tree is chosen; only an example has its own
    convention.
    """
    kept = {"algorithm": query.algorithm}
    return kept if query.source == "example" else kept | {"convention": query.convention}


def _text(query: TreeQuery) -> str:
    """Return the text of the tree that is shown."""
    if query.source == "example":
        known = gallery().get(query.example or FIRST)
        return "" if known is None else known.tree.json()
    return query.tree
