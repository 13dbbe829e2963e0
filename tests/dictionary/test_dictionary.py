"""Move dictionaries: the published code, the files, damage of every kind, the tables, the player, the commands."""

from __future__ import annotations

import hashlib
import os
import re
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from program import run
from refusals import refused
from samples import sample, some

from plyground import FileError, MoveError, SearchError, SpecError, bot, game, search, setting
from plyground.core.files import read_text, write_text
from plyground.dictionary import (
    FORMS,
    Dictionary,
    HashTable,
    Reading,
    Scope,
    SortedTable,
    build,
    dictionary_file,
    form_of,
    format_file,
    load,
    look_up,
    read,
)
from plyground.solvers.walk import reachable

TICTACTOE = game("tictactoe")
PUBLISHED = {1637: 0, 1643: 8, 1645: 8, 1691: 0, 1697: 8}
"""Entries printed in L. A. Digiampietri's slides."""


@cache
def complete() -> Dictionary:
    return build(TICTACTOE)


@cache
def unfinished() -> list[Any]:
    return [position for position in reachable(TICTACTOE.start) if not position.is_over()]


@cache
def texts() -> dict[str, str]:
    """Return the file of all moves in each form."""
    return {name: format_file(complete(), form_of(TICTACTOE, name)) for name in FORMS}


def position(text: str) -> Any:
    return TICTACTOE.notation.parse(text)


def body(text: str) -> str:
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith("#"))


def put(folder: Path, text: str | bytes) -> Path:
    file = folder / "dictionary.txt"
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    return file


class TestCodes:
    def test_the_published_entries_are_in_the_file(self) -> None:
        assert PUBLISHED.items() <= {int(line.split()[0]): int(line.split()[1]) for line in body(texts()["code"]).splitlines()}.items()  # fmt: skip

    def test_codes_follow_the_formula(self) -> None:
        """v[i] = (a[3i] + 1)·9 + (a[3i+1] + 1)·3 + (a[3i+2] + 1) + 1; own marks −1, the opponent's +1."""
        for place in some(unfinished()):
            text = TICTACTOE.notation.format(place)
            mine = "x" if text.count("x") == text.count("o") else "o"
            a = [0 if letter == "." else -1 if letter == mine else 1 for letter in text]
            v = [(a[3 * i] + 1) * 9 + (a[3 * i + 1] + 1) * 3 + (a[3 * i + 2] + 1) + 1 for i in range(3)]
            assert form_of(TICTACTOE, "code").key(place) == v[0] + 27 * (v[1] + 27 * v[2]) - 1

    def test_every_position_has_its_own_key(self) -> None:
        for name in FORMS:
            form = form_of(TICTACTOE, name)
            assert len({form.key(place) for place in unfinished()}) == 4520
        assert max(form_of(TICTACTOE, "code").key(place) for place in unfinished()) < 19_683

    def test_cells_are_the_real_marks(self) -> None:
        assert form_of(TICTACTOE, "cells").key(position("x...o....")) == "x   o    "

    def test_code_is_for_small_boards(self) -> None:
        assert form_of(TICTACTOE).name == form_of(game("mnk:width=3,height=3,k=2")).name == "code"
        assert form_of(game("mnk:width=4,height=3,k=3")).name == "cells"
        with pytest.raises(SpecError, match="choose the form cells"):
            form_of(game("mnk:width=4,height=3,k=3"), "code")
        with pytest.raises(SpecError, match="the forms are: code, cells"):
            form_of(TICTACTOE, "letters")


class TestBuilding:
    def test_every_move_is_the_searchs(self) -> None:
        """The lowest best cell by level scores; a sample, with the searches that see to the end."""
        assert set(complete().moves) == set(unfinished())
        for place in unfinished()[::9]:
            assert complete().moves[place] == search(place, "alphabeta", setting(scores="level")).move

    def test_an_opening_has_the_moves_of_the_whole_dictionary(self) -> None:
        opening = build(TICTACTOE, Scope(plies=3))
        assert len(opening.moves) == 1 + 9 + 72
        assert opening.moves.items() <= complete().moves.items()

    @pytest.mark.proof
    def test_an_opening_of_a_large_game(self) -> None:
        large = game("mnk:width=5,height=5,k=4")
        opening = build(large, Scope(plies=2, depth=1, evaluation="open-lines"))
        assert len(opening.moves) == 26
        assert opening.moves[large.start] == bot("greedy", large).choose(large.start).move
        with pytest.raises(SearchError, match="too many"):
            Scope(plies=6).positions(large)

    def test_another_game_gets_a_complete_dictionary(self) -> None:
        other = game("mnk:width=4,height=2,k=3")
        form = form_of(other)
        made = build(other)
        assert len(made.moves) == sum(not place.is_over() for place in reachable(other.start))
        first = body(format_file(made, form)).splitlines()[0]
        assert first == f"{' ' * 8} {made.moves[other.start]}"


class TestFiles:
    def test_the_size_of_the_original(self) -> None:
        """About 34 KB; with CR LF about 38 KB, as the slides say."""
        text = body(texts()["code"])
        assert 33_500 <= len(text) <= 34_500
        assert 38_000 <= len(text.replace("\n", "\r\n")) <= 39_000

    def test_order_and_line_ends(self) -> None:
        for name in FORMS:
            lines = body(texts()[name]).split("\n")
            assert lines.pop() == ""
            keys: list[Any] = [line.rpartition(" ")[0] for line in lines]
            assert len(keys) == 4520
            assert keys == sorted(keys, key=int if name == "code" else None)
            assert "\r" not in texts()[name]

    def test_the_checksum_is_anyones_to_make(self) -> None:
        for text in some(texts().values()):
            (said,) = [line for line in text.splitlines() if line.startswith("# sha256: ")]
            rest = text.replace(said + "\n", "")
            assert said == "# sha256: " + hashlib.sha256(rest.encode()).hexdigest()

    @pytest.mark.parametrize("form", FORMS)
    @pytest.mark.parametrize("change", sample([str, body, lambda text: text.replace("\n", "\r\n"), lambda text: body(text).rstrip("\n"), lambda text: "\ufeff" + text], every=5))  # fmt: skip
    def test_a_written_file_is_read_back(self, tmp_path: Path, form: str, change: Any) -> None:
        """With and without a head, with either line end, with the mark that some editors put first."""
        reading = load(put(tmp_path, change(texts()[form])))
        assert reading.dictionary.moves == complete().moves
        assert reading.form.name == form

    @pytest.mark.parametrize(
        ("spec", "scope"),
        sample(
            [
                ("tictactoe", Scope(plies=3)),
                ("tictactoe", Scope(depth=2, evaluation="open-lines")),
                ("mnk:width=4,height=2,k=3", Scope()),
                ("mnk:width=5,height=5,k=4", Scope(plies=2, depth=1, evaluation="open-lines")),
                ("mnk:width=1,height=1,k=1", Scope()),
            ],
            every=5,
        ),
    )
    def test_the_head_says_it_all(self, tmp_path: Path, spec: str, scope: Scope) -> None:
        made = build(game(spec), scope)
        for name in ("code", "cells") if spec == "tictactoe" else ("cells",):
            reading = load(put(tmp_path, format_file(made, form_of(made.game, name))))
            assert reading.dictionary.game.name == spec
            assert reading.dictionary.scope == scope
            assert reading.dictionary.moves == made.moves

    def test_nothing_is_left_of_a_file_that_cannot_be_written(self, tmp_path: Path) -> None:
        folder = tmp_path / "taken"
        folder.mkdir()
        write_text(tmp_path / "file", "one")
        write_text(tmp_path / "file", "two")
        assert read_text(tmp_path / "file") == "two"
        with pytest.raises(FileError, match="cannot be written"):
            write_text(folder, "three")
        with pytest.raises(FileError, match="cannot be written"):
            write_text(tmp_path / "nowhere" / "file", "four")
        assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "taken"]

    @pytest.mark.skipif(os.name != "posix", reason="links need rights elsewhere")
    def test_a_link_stays_one(self, tmp_path: Path) -> None:
        for name, target in (("link", "file"), ("loop", "loop")):
            (tmp_path / name).symlink_to(target)
            write_text(tmp_path / name, "one")
        assert (tmp_path / "link").is_symlink()
        assert read_text(tmp_path / "file") == read_text(tmp_path / "loop") == "one"

    @pytest.mark.skipif(not Path("/dev/zero").exists(), reason="this system has no device without an end")
    def test_a_file_without_end_is_refused(self) -> None:
        with refused(FileError, "it has more than {count} byte."):
            read_text("/dev/zero")

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
    def test_a_pipe_that_nobody_may_write_to_is_not_waited_for(self, tmp_path: Path) -> None:
        pipe, link = tmp_path / "pipe.py", tmp_path / "link"
        os.mkfifo(pipe)
        link.symlink_to(pipe)
        for done in (
            run("console", "--replay", str(pipe)),
            run("console", "nim", "--first", f"table:file={link}"),
            run("search", str(pipe)),
        ):
            assert (done.returncode, "it is a pipe, not a file." in done.stderr) == (2, True), done.stderr


def refusal(folder: Path, text: str | bytes) -> FileError:
    with pytest.raises(FileError) as caught:
        load(put(folder, text))
    return caught.value


class TestDamage:
    @pytest.mark.parametrize(
        ("old", "new", "line", "reason"),
        [
            ("1643 8", "1643 7", 7, "Cell 7 is taken by X."),
            ("1643 8", "1643 9", 7, "“9” is not a cell"),
            ("1643 8", "1643", 7, "must be a key, a blank and a move"),
            ("1643 8", "1643 8 ", 7, "must be a key, a blank and a move"),
            ("1643 8", "", 7, "must be a key, a blank and a move"),
            ("1643 8", "x643 8", 7, "must be a key, a blank and a move"),
            ("1643 8", "1644 8", 7, "is not the key of a position"),
            ("1643 8", "1637 0", 7, "line 6 has the same key"),
            ("1643 8\n", "", None, "there is no entry for"),
            ("10597 0", "10597 1", 5, "the checksum is wrong"),
            ("# plyground dictionary: 1", "# plyground dictionary: 2", 1, "is not allowed in the head"),
            ("# game: tictactoe", "# game: shogi", 2, "There is no game “shogi”"),
            ("# form: code", "# form: runes", 3, "is not allowed in the head"),
            ("# form: code\n", "", 4, "the head lacks “form”"),
            ("# entries: 4520", "# entries: 4521", 4, "there are 4,520 entries"),
            ("# sha256: ", "# sha256: 0", 5, "is not allowed in the head"),
            ("# game: tictactoe", "# game: tictactoe\n# game: tictactoe", 3, "is not allowed in the head"),
        ],
    )
    def test_damage_is_named_by_line(self, tmp_path: Path, old: str, new: str, line: int | None, reason: str) -> None:
        assert texts()["code"].count(old) >= 1
        error = refusal(tmp_path, texts()["code"].replace(old, new, 1))
        assert (error.line, reason in str(error)) == (line, True), str(error)

    def test_a_move_that_is_legal_but_not_best(self, tmp_path: Path) -> None:
        code = form_of(TICTACTOE, "code").key(position("x........"))
        text = body(texts()["code"])
        assert f"\n{code} 4\n" in text
        error = refusal(tmp_path, text.replace(f"\n{code} 4\n", f"\n{code} 1\n"))
        assert text.split("\n").index(f"{code} 4") + 1 == error.line
        assert "1 is not among the best moves there: 4." in str(error)

    def test_every_fault_is_listed(self, tmp_path: Path) -> None:
        lines = body(texts()["cells"]).splitlines()
        lines[3], lines[5], lines[7] = "hello", lines[4], lines[7][:-1] + "9"
        reading = read(put(tmp_path, "\n".join(lines)))
        assert [fault.line for fault in reading.faults[:2]] == [4, 6]
        assert {fault.line for fault in reading.faults[2:]} == {8, None}
        assert len(reading.faults) == 5

    def test_of_wrong_and_missing_entries_the_nearest_to_the_start_comes_first(self, tmp_path: Path) -> None:
        """Sorted by their keys, they would be told in another order, and the missing one last."""
        form = form_of(TICTACTOE, "code")
        last, missing, first = (form.key(position(cells)) for cells in ("xoxo.....", "xo.......", "........."))
        text = re.sub(rf"^{first} 0$", f"{first} 9", body(texts()["code"]), flags=re.MULTILINE)
        text = re.sub(rf"^{missing} .\n", "", text, flags=re.MULTILINE)
        text = re.sub(rf"^{last} .$", f"{last} 0", text, flags=re.MULTILINE)
        reading = read(put(tmp_path, text))
        lines = text.splitlines()
        assert [fault.line for fault in reading.faults] == [
            lines.index(f"{first} 9") + 1,
            None,
            lines.index(f"{last} 0") + 1,
        ]

    def test_a_bad_line_is_refused_before_the_game_is_solved(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(dictionary_file, "solve", lambda *_arguments: pytest.fail("the game was solved"))
        *lines, last = texts()["code"].splitlines()
        code = form_of(TICTACTOE, "code").key(position("x........"))
        worse = "\n".join([*lines, last, ""]).replace(f"\n{code} 4\n", f"\n{code} 1\n")
        unreadable, illegal = ("\n".join([*lines, line, ""]) for line in ("what 0", last[:-1] + "9"))
        for text in (unreadable, illegal, body(unreadable), body(illegal), worse):
            with pytest.raises(FileError):
                load(put(tmp_path, text))

    def test_a_file_that_is_no_text_is_refused(self, tmp_path: Path) -> None:
        error = refusal(tmp_path, b"1637 0\n\xff\xfe\n")
        assert (error.line, "UTF-8" in str(error)) == (2, True)
        for path in (tmp_path, tmp_path / "none"):
            with pytest.raises(FileError, match="cannot be read"):
                load(path)
        assert "it is empty." in str(refusal(tmp_path, ""))

    def test_a_dictionary_for_another_game_is_refused(self, tmp_path: Path) -> None:
        with refused(FileError, "this dictionary is for {game}, not for {wanted}.", game="tictactoe"):
            load(put(tmp_path, texts()["code"]), game("mnk:width=4,height=3,k=3"))

    @settings(max_examples=20)
    @given(data=st.data(), form=st.sampled_from(sorted(FORMS)))
    def test_a_changed_byte_is_refused_or_changes_nothing(
        self, data: st.DataObject, form: str, tmp_path_factory: pytest.TempPathFactory
    ) -> None:
        whole = texts()[form].encode()
        head = whole.index(b"\n", whole.index(b"sha256"))
        place = data.draw(st.integers(0, len(whole) - 1) | st.integers(0, head))
        byte = data.draw(st.integers(0, 255))
        file = put(tmp_path_factory.mktemp("damaged"), whole[:place] + bytes([byte]) + whole[place + 1 :])
        try:
            reading = load(file)
        except FileError as error:
            assert str(error)
        else:
            assert reading.dictionary.moves == complete().moves

    @pytest.mark.proof
    @settings(max_examples=20)
    @given(data=st.data())
    def test_a_changed_byte_of_the_original_form(
        self, data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
    ) -> None:
        """Without a checksum every entry is still checked: nothing but an equally good move gets through."""
        whole = body(texts()["code"]).encode()
        place = data.draw(st.integers(0, len(whole) - 1))
        byte = data.draw(st.sampled_from(b"0123456789 \n\rx#"))
        file = put(tmp_path_factory.mktemp("damaged"), whole[:place] + bytes([byte]) + whole[place + 1 :])
        try:
            reading: Reading = load(file)
        except FileError as error:
            assert str(error)
        else:
            changed = {at for at, move in reading.dictionary.moves.items() if move != complete().moves[at]}
            assert set(reading.dictionary.moves) == set(complete().moves)
            for at in changed:
                scores = {root.move: root.score for root in search(at, "minimax", setting(scores="level")).moves}
                assert scores[reading.dictionary.moves[at]] == scores[complete().moves[at]]


class TestTables:
    @given(st.dictionaries(st.integers(0, 65_535), st.integers(0, 8)), st.integers(0, 65_535))
    def test_sorted_table_is_a_mapping(self, entries: dict[int, int], other: int) -> None:
        table = SortedTable(entries)
        assert len(table) == len(entries)
        for key in (*entries, other):
            assert table.find(key) == entries.get(key)

    @given(st.dictionaries(st.text("xo ", min_size=1), st.integers(0, 10_000)), st.text("xo ", min_size=1))
    def test_hash_table_is_a_mapping(self, entries: dict[str, int], other: str) -> None:
        table = HashTable(entries)
        assert len(table) == len(entries)
        for key in (*entries, other):
            assert table.find(key) == entries.get(key)

    @pytest.mark.parametrize(("form", "most"), [("code", 64 * 1024), ("cells", 216 * 1024)])
    def test_tables_are_smaller_than_the_original(self, form: str, most: int) -> None:
        """Less than 64 KB for the codes; either way less than the original's 216 KB."""
        table = complete().table(form_of(TICTACTOE, form))
        kept = [table, vars(table), *vars(table), *vars(table).values()]
        assert sum(map(sys.getsizeof, kept)) < most
        assert len(table) == 4520

    @pytest.mark.parametrize("name", FORMS)
    def test_every_position_is_found(self, name: str) -> None:
        form = form_of(TICTACTOE, name)
        table = complete().table(form)
        for place in unfinished():
            assert look_up(table, form, TICTACTOE, place).move == complete().moves[place]
        for place in some(reachable(TICTACTOE.start)):
            if place.is_over():
                with pytest.raises(MoveError, match="The game is over"):
                    look_up(table, form, TICTACTOE, place)


class TestPlayer:
    @pytest.mark.parametrize(
        ("options", "reason"), [("", "Entry 10597 → 0."), (":form=cells", "Entry “         ” → 0.")]
    )
    def test_the_reason_names_the_entry(self, options: str, reason: str) -> None:
        choice = bot(f"dictionary{options}", TICTACTOE).choose(TICTACTOE.start)
        assert (choice.move, str(choice.reason)) == (0, reason)

    def test_the_bot_follows_a_file(self, tmp_path: Path) -> None:
        file = put(tmp_path, texts()["cells"])
        for options in ("", ",form=code"):
            chosen = bot(f"dictionary:file={file}{options}", TICTACTOE)
            assert all(chosen.choose(place).move == complete().moves[place] for place in unfinished())

    def test_nothing_plays_from_a_damaged_file(self, tmp_path: Path) -> None:
        file = put(tmp_path, texts()["code"].replace("1697 8", "1697 7"))
        with pytest.raises(FileError, match="line 10"):
            bot(f"dictionary:file={file}", TICTACTOE)

    def test_the_bot_has_no_move_beyond_the_opening(self, tmp_path: Path) -> None:
        file = put(tmp_path, format_file(build(TICTACTOE, Scope(plies=1)), form_of(TICTACTOE)))
        chosen = bot(f"dictionary:file={file}", TICTACTOE)
        assert chosen.choose(TICTACTOE.start).move == 0
        with pytest.raises(SearchError, match=r"^x\.{8} is not among the 1 position of the dictionary\.$"):
            chosen.choose(position("x........"))

    def test_made_at_once_even_for_games_that_it_cannot_play(self) -> None:
        large = bot("dictionary", game("mnk:width=15,height=15,k=5"))
        assert large.card.deterministic
        with pytest.raises(SpecError, match="choose the form cells"):
            bot("dictionary:form=code", game("mnk:width=4,height=3,k=3"))


class TestCommands:
    @pytest.mark.proof
    def test_a_built_file_passes_the_check(self, tmp_path: Path) -> None:
        file = tmp_path / "moves.txt"
        done = run("dictionary", "build", "tictactoe", "--form", "code", "-o", str(file))
        assert (done.returncode, done.stdout) == (0, f"4,520 entries written to {file}.\n")
        assert file.read_text() == texts()["code"]
        done = run("dictionary", "check", str(file))
        assert (done.returncode, done.stdout) == (0, "All 4,520 entries are legal and best.\n")
        assert run("dictionary", "build", "tictactoe", "--form", "cells").stdout == texts()["cells"]

    def test_check_lists_every_fault(self, tmp_path: Path) -> None:
        file = put(tmp_path, body(texts()["code"]).replace("1643 8", "hello").replace("1697 8", "1697 7"))
        done = run("dictionary", "check", str(file), "--game", "tictactoe")
        assert done.returncode == 1
        assert done.stdout.splitlines() == [
            f"{file}, line 2: “hello” must be a key, a blank and a move.",
            f"{file}, line 5: Cell 7 is taken by X.",
            f"{file}: there is no entry for o.ox.oxx., key “1643”.",
            "3 faults.",
        ]

    def test_show_prints_an_entry(self, tmp_path: Path) -> None:
        file = put(tmp_path, texts()["cells"])
        for arguments in (("tictactoe",), (str(file), "--form", "code")):
            done = run("dictionary", "show", *arguments, "--position", "x........")
            assert done.stdout.endswith("Entry 10606 → 4.\n")
        assert "4,520" in run("dictionary", "show", str(file)).stdout
        over = run("dictionary", "show", "tictactoe", "--position", "xxxoo....")
        assert (over.returncode, over.stderr) == (2, "The game is over: no move can be made.\n")
        assert run("dictionary", "show", "nothing").stderr.startswith("There is no file “nothing”. There is no game")

    @pytest.mark.proof
    def test_a_game_too_large(self) -> None:
        done = run("dictionary", "build", "mnk:width=4,height=4,k=4")
        assert (done.returncode, done.stdout) == (2, "")
        assert "With --plies and --depth a dictionary of its opening can be built." in done.stderr

    def test_a_device_is_written_to_as_it_is(self) -> None:
        done = run("dictionary", "build", "tictactoe", "--plies", "1", "-o", "/dev/stdout")
        assert done.stdout.endswith("10597 0\n1 entry written to /dev/stdout.\n")

    def test_an_evaluation_without_a_depth(self) -> None:
        done = run("dictionary", "build", "tictactoe", "--evaluation", "open-lines")
        assert (done.returncode, done.stdout) == (2, "")
        assert "give a depth, or no evaluation" in done.stderr
