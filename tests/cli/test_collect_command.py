"""``plyground collect`` marks the answers in students' files of saved work again."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

from program import run

from plyground.store.records import KeptAnswer, now
from plyground.store.saved_work import SavedWork, write_work

ADDRESS = "/exercises?kind=cs188-tied-root&number=2"
ANSWER = KeptAnswer("Ana", "cs188-tied-root", 2, ADDRESS, '{"C2": "1"}', 1.0, "")


def saved(path: Path, *answers: KeptAnswer) -> str:
    """Write a file of saved work. Return its name."""
    rows = [{**each._asdict(), "at": now().isoformat(timespec="seconds") + "Z"} for each in answers]
    lists: dict[str, Any] = dict.fromkeys([*SavedWork._fields, "friend_games"], ()) | {"answers": rows}
    path.write_text(write_work({"version": 1, **lists}))
    return str(path)


def test_answers_are_marked_again(tmp_path: Path) -> None:
    first = saved(tmp_path / "ana.json", ANSWER, ANSWER._replace(given="nothing"))
    second = saved(tmp_path / "Bia.json", ANSWER._replace(student=""))
    table = tmp_path / "marks.csv"
    done = run("collect", first, second, "--csv", str(table))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-2:] == ["2 answers were marked.", "1 answer could not be read."]
    with table.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["student"], row["number"], row["credit"]) for row in rows] == [
        ("Ana", "2", "0.0"),
        ("Bia", "2", "0.0"),
    ]


def test_a_changed_file_is_named(tmp_path: Path) -> None:
    file = saved(tmp_path / "ana.json", ANSWER)
    Path(file).write_text(json.dumps(json.loads(Path(file).read_text()) | {"puzzles": [1]}))
    done = run("collect", file)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"{file}: ") and "its checksum is wrong" in done.stderr
