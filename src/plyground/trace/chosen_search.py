"""The search that a person chooses: by its name, as a function, or as a function in a file."""

from __future__ import annotations

import re

from plyground.games.loading import function_in
from plyground.searches.registry import Algorithm, AnySearch
from plyground.searches.registry import algorithm as registered

FUNCTION = re.compile(r".+\.py:[A-Za-z_]\w*", re.DOTALL)
"""The text of a function in a file."""


def chosen_search(algorithm: AnySearch) -> Algorithm:
    """Return a search by its name, as a function, or by ``FILE.py:function``, which runs the file."""
    if isinstance(algorithm, str) and FUNCTION.fullmatch(algorithm.strip()):
        return registered(function_in(algorithm))
    return registered(algorithm)
