"""Move dictionaries: tables with one best move for every position, kept as text files. A bot can play from one.

After L. A. Digiampietri's "dicionário" for tic-tac-toe: a complete dictionary plays without any search. For a large
game it can only serve the opening.
"""

from plyground.dictionary.building import Dictionary, Scope, build, look_up
from plyground.dictionary.codes import FORMS, Form, form_of
from plyground.dictionary.dictionary_file import Reading, format_file, load, read
from plyground.dictionary.lookup import HashTable, SortedTable, Table

__all__ = [
    "FORMS", "Dictionary", "Form", "HashTable", "Reading", "Scope", "SortedTable", "Table", "build",
    "form_of", "format_file", "load", "look_up", "read",
]  # fmt: skip
