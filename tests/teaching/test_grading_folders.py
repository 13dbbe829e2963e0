"""Folders of submissions: whose files are graded, what is told of the others, and what a stopped command leaves."""

from __future__ import annotations

import csv
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from program import ENVIRONMENT, PATIENCE, run
from submissions import NESTED, WRONG

from plyground.teaching.grading.submission_names import submissions_in

ENDLESS = "import time\ntime.sleep(1e6)\n"
HOSTILE = {
    "pidfd": "import os, signal\nsignal.pidfd_send_signal(os.pidfd_open(os.getppid()), signal.SIGKILL)",
    "kill": "import os\nos.kill(os.getppid(), 9)",
    "group": "import os\nos.killpg(os.getpgid(os.getppid()), 9)",
    "fork-exec": "import _posixsubprocess\n_posixsubprocess.fork_exec([b'/bin/sh'], [b'/bin/sh'], True, (), None, None, -1, -1, -1, -1, -1, -1, 0, 0, False, False, -1, None, None, None, -1, None)",
    "spawn": "import multiprocessing, os\nprocess = multiprocessing.get_context('spawn').Process(target=os.kill, args=(os.getppid(), 9))\nmultiprocessing.current_process()._config['daemon'] = False\nprocess.start()",
    "other-name": "import subprocess\nsubprocess._fork_exec(1)",
    "anew": "import sys\ndel sys.modules['posix']\nimport posix",
    "owner": "import fcntl, os\nreader, writer = os.pipe()\nfcntl.fcntl(reader, fcntl.F_SETOWN, os.getppid())",
    "affinity": "import os\nos.sched_setaffinity(os.getppid(), {0})",
    "priority": "import os\nos.setpriority(os.PRIO_PROCESS, os.getppid(), 19)",
}  # fmt: skip
"""Ways to harm the program that grades, by name."""


def rows(path: Path) -> list[tuple[str, str]]:
    return [(row["student"], row["credit"]) for row in csv.DictReader(path.read_text().splitlines())]


def write(folder: Path, *names: str, text: str = NESTED) -> Path:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


@pytest.mark.proof
@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="there are no pidfds here")
def test_no_submission_harms_the_program_that_grades(tmp_path: Path) -> None:
    for name, attack in HOSTILE.items():
        write(tmp_path, f"{name}.py", text=f"{attack}\n{NESTED}")
    write(tmp_path, "zoe.py")
    done = run("grade", str(tmp_path), "--trees", "1", "--csv", str(tmp_path / "all.csv"), LANGUAGE="en")
    assert (done.returncode, done.stderr) == (1, "")
    told = {row["student"]: row for row in csv.DictReader((tmp_path / "all.csv").read_text().splitlines())}
    assert all("PermissionError: the code may not do this: " in told[name]["cause"] for name in HOSTILE)
    assert told["zoe"]["credit"] == "1.0"


@pytest.mark.proof
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="a program cannot be killed here")
def test_results_are_kept_when_the_program_is_killed(tmp_path: Path) -> None:
    """The program is killed while it runs the second of three files; the same command then goes on with this file."""
    folder, table = tmp_path / "submissions", tmp_path / "all.csv"
    write(folder, "ana.py", "eva.py")
    write(folder, "ben.py", text=ENDLESS)
    command = ["grade", str(folder), "--trees", "3", "--csv", str(table), "--html", str(tmp_path / "all.html")]
    program = subprocess.Popen([sys.executable, "-m", "plyground", *command], stdout=subprocess.PIPE, env=ENVIRONMENT)
    try:
        until = time.monotonic() + PATIENCE
        while not table.exists():
            assert time.monotonic() < until
            time.sleep(0.05)
    finally:
        program.kill()
    assert rows(table) == [("ana", "1.0"), ("ben", ""), ("eva", "")]
    shown = program.communicate()[0].decode()
    assert [line.split() for line in shown.splitlines()][1:] == [["ana", "minimax", "100%"]]

    write(folder, "ben.py", text=WRONG["swapped"])
    done = run(*command)
    assert (done.returncode, done.stderr) == (1, "1 submission was graded before the command was stopped.\n")
    assert [student for student, _credit in rows(table)] == ["ana", "ben", "eva"]
    assert "not graded yet" not in table.read_text()
    assert (tmp_path / "all.html").read_text().count("<h2") == 3
    assert sorted(path.name for path in tmp_path.iterdir()) == ["all.csv", "all.html", "submissions"]


@pytest.mark.proof
def test_a_kept_result_is_used_only_for_the_same_text_and_terms(tmp_path: Path) -> None:
    folder, table = write(tmp_path / "submissions", "ana.py", "eva.py"), tmp_path / "all.csv"
    journal = tmp_path / "all.csv.unfinished"
    command = ["grade", str(folder), "--csv", str(table)]
    assert run(*command, "--trees", "3").stderr == ""
    assert not journal.exists()

    write(folder, "ben.py", text=ENDLESS)
    with subprocess.Popen([sys.executable, "-m", "plyground", *command, "--trees", "3"], env=ENVIRONMENT) as program:
        until = time.monotonic() + PATIENCE
        while not (journal.exists() and journal.read_text().strip()):
            assert time.monotonic() < until
            time.sleep(0.05)
        program.kill()
    kept = journal.read_bytes()
    (folder / "ben.py").unlink()
    assert run(*command, "--trees", "4").stderr == ""  # other terms
    journal.write_bytes(kept)
    write(folder, "ana.py", text=f"{NESTED}\n# changed\n")
    assert run(*command, "--trees", "3").stderr == ""
    journal.write_bytes(kept[:-10])  # the machine stopped while the line was written
    write(folder, "ana.py")
    assert run(*command, "--trees", "3").stderr == ""
    journal.write_bytes(kept)
    assert run(*command, "--trees", "3").stderr == "1 submission was graded before the command was stopped.\n"
    assert rows(table) == [("ana", "1.0"), ("eva", "1.0")]


def test_ctrl_c_tells_where_the_results_are(tmp_path: Path) -> None:
    folder, table = write(tmp_path / "submissions", "ana.py"), tmp_path / "all.csv"
    write(folder, "ben.py", text=ENDLESS)
    command = [sys.executable, "-m", "plyground", "grade", str(folder), "--trees", "3", "--csv", str(table)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT
    ) as program:
        until = time.monotonic() + PATIENCE
        while not table.exists():
            assert time.monotonic() < until
            time.sleep(0.05)
        program.send_signal(signal.SIGINT)
        _shown, told = program.communicate(timeout=PATIENCE)
    assert told == f"What is graded is kept in {table}.unfinished. The same command goes on.\nStopped. Goodbye.\n"


def test_files_in_the_folder_and_in_folders_of_it_are_graded(tmp_path: Path) -> None:
    write(tmp_path, "ana.py", "ben/hw.py", "carla/hw.py")
    done = run("grade", str(tmp_path), "--trees", "1")
    assert (done.returncode, done.stderr) == (0, "")
    assert [line.split()[0] for line in done.stdout.splitlines()[1:]] == ["ana", "ben", "carla"]


def test_everything_that_is_not_graded_is_told_with_its_reason(tmp_path: Path) -> None:
    write(tmp_path, "ana.py", "notes.txt", "ben/hw.py", "ben/report.pdf", "ben/project/main.py", "carla/hw.py")
    write(tmp_path, "dora/hw.py", "dora/helper.py", "eva/one.py", "eva/two.py", "fritz/hw.docx", ".hidden.py")
    write(tmp_path, ".DS_Store", "__pycache__/ana.cpython-311.pyc", "ben/._hw.py")
    (tmp_path / "empty").mkdir()
    (tmp_path / "link.py").symlink_to(tmp_path / "ana.py")
    (tmp_path / "links").symlink_to(tmp_path / "ben")
    done = run("grade", str(tmp_path), "--trees", "1", "--html", str(tmp_path / "all.html"))
    told = [
        ".hidden.py is not graded: it is hidden.",
        "ben/project is not graded: it is deeper than the folders of students; move it up.",
        "ben/report.pdf is not graded: it is not a Python file or a notebook.",
        "fritz/hw.docx is not graded: it is not a Python file or a notebook.",
        "link.py is not graded: it is a link.",
        "links is not graded: it is a link.",
        "notes.txt is not graded: it is not a Python file or a notebook.",
        "dora/helper.py is not graded: hw.py is this student's file.",
    ]
    assert done.stderr.splitlines() == told
    assert done.returncode == 1
    page = (tmp_path / "all.html").read_text().replace("&#x27;", "'")
    assert all(sentence in page for sentence in told)
    assert [line.split("  ")[0] for line in done.stdout.splitlines()[1:]] == ["ana", "ben", "carla", "dora", "eva", "empty", "fritz"]  # fmt: skip
    assert "eva                  0%      there are several files of this student; keep one of: eva/one.py, eva/two.py" in done.stdout  # fmt: skip
    assert done.stdout.count("there is no Python file in this folder") == 2


@pytest.mark.parametrize(
    ("files", "students"),
    [
        (["ana/search.py", "ben/minimax.py"], {"ana": "ana/search.py", "ben": "ben/minimax.py"}),
        (["one/ana.py", "one/ben.py", "two/eva.py"], {"ana": "one/ana.py", "ben": "one/ben.py", "eva": "two/eva.py"}),
        (["Ana Pop_1_assignsubmission_file_/a.py", "Ion_2_assignsubmission_file_b.py"], {"Ana Pop": "Ana Pop_1_assignsubmission_file_/a.py", "Ion": "Ion_2_assignsubmission_file_b.py"}),
        (["HW.PY"], {"HW": "HW.PY"}),
    ],
)  # fmt: skip
def test_the_student_is_the_file_or_the_folder(tmp_path: Path, files: list[str], students: dict[str, str]) -> None:
    found = submissions_in(write(tmp_path, *files))
    assert dict(found.files) == students
    assert found.ungraded == found.left_out == ()
