"""Every ready task has a starter that is not right yet, and a solution that is."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from program import run
from samples import sample, some

from plyground.errors import ExerciseError, SpecError
from plyground.i18n import use
from plyground.teaching.tasks.ready_tasks import TASKS, ready_task, solution, starter
from plyground.teaching.tasks.task_notebook import task_notebook

GRADED = [name for name, task in TASKS.items() if task.options]


@pytest.mark.parametrize("name", sample(GRADED, every=15))
def test_the_solution_is_right_and_the_starter_is_not(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    file = f"{name.replace('-', '_')}.py"
    done = run("task", "start", name)
    assert done.stdout.splitlines() == [f"{file} was written: {TASKS[name].title}.", f"plyground grade {file} {TASKS[name].options}"]  # fmt: skip
    assert run("task", "start", name, "--solved", "-o", "solved.py").returncode == 0
    options = [*TASKS[name].options.split(), "--trees", "12"]
    wrong = run("grade", file, *options)
    assert wrong.returncode == 1
    fails = (
        "In every position it plays the first legal move"
        if name == "contest-bot"
        else "it fails with NotImplementedError"
    )  # the starter of this bot plays already
    assert fails in wrong.stdout
    right = run("grade", "solved.py", *options)
    assert (right.returncode, right.stdout.split(":")[1].split()[0]) == (0, "right")


@pytest.mark.proof
@pytest.mark.parametrize("name", [name for name in TASKS if name not in GRADED])
def test_the_program_of_the_solution_writes_a_dictionary_that_passes(name: str, tmp_path: Path) -> None:
    path = tmp_path / "solved.py"
    done = run("task", "start", name, "--solved", "-o", str(path))
    assert [line.split()[0] for line in done.stdout.splitlines()[1:]] == ["python", "plyground"]
    written = subprocess.run([sys.executable, str(path)], capture_output=True, text=True, check=True).stdout
    table = tmp_path / "dictionary.txt"
    table.write_text(written)
    done = run("dictionary", "check", str(table), "--game", "tictactoe")
    assert (done.returncode, done.stdout) == (0, "All 4,520 entries are legal and best.\n")
    if name == "dictionary-codes":
        assert written.startswith("1637 0\n")  # as published (Digiampietri)
    lines = written.splitlines()
    table.write_text("\n".join(lines[:-1]) + "\n")
    assert run("dictionary", "check", str(table), "--game", "tictactoe").returncode == 1
    compile(starter(name), name, "exec")
    with pytest.raises(ExerciseError, match="no notebook can mark"):
        task_notebook(name, "otter", points=1)


@pytest.mark.parametrize("language", ["en", "pt_BR", "ro"])
def test_starters_are_python_with_the_text_in_each_language(language: str) -> None:
    texts = {}
    for code in ("en", language):
        use(code)
        texts[code] = {name: starter(name) for name in TASKS}
    use("en")
    for name, text in some(texts[language].items()):
        compile(text, name, "exec")
        assert max(len(line) for line in text.splitlines() if not line.startswith("plyground ")) <= 100
        assert language == "en" or text.splitlines()[0] != texts["en"][name].splitlines()[0]


def test_a_file_that_exists_is_never_replaced(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("my work\n")
    done = run("task", "start", "decide", "-o", str(path))
    assert (done.returncode, path.read_text()) == (2, "my work\n")
    assert "this file already exists and was not changed" in done.stderr


def test_the_tasks_are_listed() -> None:
    names = [line.split()[0] for line in run("task", "list").stdout.splitlines()[1:]]
    assert set(TASKS) <= set(names)
    with pytest.raises(SpecError, match="There is no task “hats”"):
        ready_task("hats")
    assert solution("decide").startswith("LINES")
