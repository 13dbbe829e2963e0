"""Move dictionaries: one best move for every position, as a table to play from and as a text file.

After L. A. Digiampietri's "dicionário" for tic-tac-toe: a complete dictionary plays without any search.
For a large game it can only serve the opening.
"""

from plyground.dictionary.build import Dictionary, Scope, build, look_up
from plyground.dictionary.codes import FORMS, Form, form_of
from plyground.dictionary.file import Reading, format_file, load, read
from plyground.dictionary.table import HashTable, SortedTable, Table

__all__ = [
    "FORMS", "Dictionary", "Form", "HashTable", "Reading", "Scope", "SortedTable", "Table", "build",
    "form_of", "format_file", "load", "look_up", "read",
]  # fmt: skip
