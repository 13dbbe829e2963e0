"""tools/rename_message.py renames a message and keeps its translations."""

from tools.rename_message import rename_in_catalogue, rename_in_prose, rename_in_python

CATALOGUE = """\
# Romanian sentences of plyground.
msgid ""
msgstr ""
"Language: ro\\n"

#: a.py
#, python-brace-format
msgid "{side} moves."
msgstr "{side} mută."

#: a.py
msgid "X \\"wins\\"."
msgstr "X „câștigă”."

#: b.py
#, python-brace-format
msgid "{count} ply"
msgid_plural "{count} plies"
msgstr[0] "{count} semimutare"
msgstr[1] "{count} semimutări"
"""


def test_marked_messages_are_renamed_and_other_texts_stay() -> None:
    source = 'a = _("ășa {x}" " – more", x=1) + "ășa {x} – more" + _n("one", "many", 2)\n'
    renamed = rename_in_python(source, {"ășa {x} – more": 'So "{x}"', "many": "a lot"})
    assert renamed == 'a = _("So \\"{x}\\"", x=1) + "ășa {x} – more" + _n("one", "a lot", 2)\n'


def test_a_catalogue_keeps_the_translation() -> None:
    renamed = {"{side} moves.": "It is {who}'s turn.", 'X "wins".': "X wins."}
    text, unfit = rename_in_catalogue(CATALOGUE, renamed, {"side": "who"})
    assert 'msgid "It is {who}\'s turn."\nmsgstr "{who} mută."\n' in text
    assert 'msgid "X wins."\nmsgstr "X „câștigă”."\n' in text
    assert len(text.splitlines()) == len(CATALOGUE.splitlines())
    assert unfit == []


def test_a_catalogue_keeps_plurals() -> None:
    text, _unfit = rename_in_catalogue(CATALOGUE, {"{count} plies": "{count} half-moves"}, {})
    assert 'msgid "{count} ply"\nmsgid_plural "{count} half-moves"\nmsgstr[0] "{count} semimutare"' in text


def test_a_message_that_is_there_already_keeps_its_own_translation() -> None:
    text, _unfit = rename_in_catalogue(CATALOGUE, {'X "wins".': "{side} moves."}, {})
    assert text.count('msgid "{side} moves."') == 1
    assert "{side} mută." in text
    assert "câștigă" not in text


def test_translations_with_other_names_are_listed() -> None:
    _text, unfit = rename_in_catalogue(CATALOGUE, {"{side} moves.": "Your turn."}, {})
    assert len(unfit) == 1


def test_quotations_are_renamed_and_short_words_only_in_quotes() -> None:
    prose = 'name="Hint"; Hints: `The game is over.`'
    renamed = {"Hint": "Advice", "The game is over.": "The game has ended."}
    assert rename_in_prose(prose, renamed) == 'name="Advice"; Hints: `The game has ended.`'
