"""Slices of a tournament, played apart and merged, equal the games of one machine."""

from __future__ import annotations

import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from program import ENVIRONMENT
from refusals import refused

from plyground import game
from plyground.errors import FileError, SpecError
from plyground.solvers.layers.layered_solution import LayeredSolution
from plyground.tournaments.interchange.games_export import games_text
from plyground.tournaments.interchange.record_citation import games_hash
from plyground.tournaments.interchange.tournament_slices import Slice, merge
from plyground.tournaments.standings import standings
from plyground.tournaments.tournament_record import Record
from plyground.tournaments.tournament_run import WHOLE, Tournament, TournamentSettings

BOTS = ("greedy", "random:seed=1", "uct:playouts=20")
SETTINGS = TournamentSettings(games_per_pair=4, seed=7)


def played(path: Path, part: Slice = WHOLE, settings: TournamentSettings = SETTINGS) -> Path:
    with Record(path, write=True) as record:
        Tournament.begin(record, "tictactoe", BOTS, settings).play(1, slice=part)
    return path


@pytest.mark.proof
def test_merged_slices_equal_one_run(tmp_path: Path) -> None:
    parts = [played(tmp_path / f"{number}.db", Slice(number, 4)) for number in range(1, 5)]
    assert merge(parts, tmp_path / "all.db") == (12, 12)
    with Record(tmp_path / "all.db") as merged, Record(played(tmp_path / "one.db")) as one:
        assert games_text(merged) == games_text(one) and games_hash(merged) == games_hash(one)
        assert [row.elo for row in standings(merged).table] == [row.elo for row in standings(one).table]
        assert merged.openings == one.openings and merged.planned_games == one.planned_games


@pytest.mark.proof
def test_games_that_no_part_has_are_played_later(tmp_path: Path) -> None:
    parts = [played(tmp_path / f"{number}.db", Slice(number, 3)) for number in (1, 3)]
    count, planned = merge(parts, tmp_path / "all.db")
    assert 0 < count < planned == 12
    with Record(tmp_path / "all.db", write=True) as merged, Record(played(tmp_path / "one.db")) as one:
        Tournament.resume(merged).play(1)
        assert games_hash(merged) == games_hash(one)


def test_parts_of_other_tournaments_are_refused(tmp_path: Path) -> None:
    one, other = played(tmp_path / "1.db"), played(tmp_path / "2.db", settings=TournamentSettings(seed=8))
    with refused(FileError, "{path}: {reason}"):
        merge([one, other], tmp_path / "all.db")
    assert not (tmp_path / "all.db").exists()
    with pytest.raises(FileError, match="this file already exists"):
        merge([one], other)


@pytest.mark.parametrize("text", ["0/3", "4/3", "1/0", "x", "1/3/5", "", "1/1000000"])
def test_a_wrong_slice_is_refused(text: str) -> None:
    with refused(SpecError, "“{text}” is no slice: write 3/100 for the third of a hundred, from 1/100 to 100/100."):
        Slice.parse(text)


def test_formats_that_follow_results_have_no_slices(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="Only a round robin and a gauntlet"):
        played(tmp_path / "1.db", Slice(1, 2), TournamentSettings(format="swiss", rounds=2))


SBATCH = """#!/bin/sh
# A stand-in for sbatch: it runs the tasks of the array here, at the same time.
[ "$1" = --wait ] || exit 2
range=$(sed -n 's/^#SBATCH --array=//p' "$2")
for task in $(seq "${range%-*}" "${range#*-}"); do
    SLURM_ARRAY_TASK_ID=$task sh "$2" &
    tasks="$tasks $!"
done
for task in $tasks; do wait "$task" || exit 1; done
"""


def run_recipe(heading: str, changes: dict[str, str], folder: Path) -> str:
    """Run the recipe for Slurm after a heading of docs/cluster.md, with some words changed. Return the output."""
    text = Path("docs/cluster.md").read_text(encoding="utf-8")
    found = re.findall(r"```(sh)?\n(.*?)```", text[text.index(heading) :], re.DOTALL)
    place = next(place for place, (_kind, block) in enumerate(found) if "#SBATCH" in block)
    script, commands = found[place][1], found[place + 1][1]
    for old, new in changes.items():
        assert old in script + commands
        script, commands = script.replace(old, new), commands.replace(old, new)
    bin_folder = folder / "bin"
    bin_folder.mkdir()
    for name, content in (("sbatch", SBATCH), ("plyground", f'#!/bin/sh\nexec {sys.executable} -m plyground "$@"\n')):
        (bin_folder / name).write_text(content)
        (bin_folder / name).chmod(stat.S_IRWXU)
    (folder / re.search(r"\w+\.sh", commands)[0]).write_text(script)  # type: ignore[index]
    environment = {**ENVIRONMENT, "PATH": f"{bin_folder}:{os.environ['PATH']}"}
    done = subprocess.run(["sh", "-ec", commands], cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.proof
def test_the_recipe_for_slurm_plays_a_tournament(tmp_path: Path) -> None:
    changes = {
        "1-100": "1-3", "/100": "/3", "--games-per-pair 10000": "--games-per-pair 4",
        "chess engine:nodes=20000 uct:playouts=2000": "tictactoe random:seed=1 greedy",
    }  # fmt: skip
    assert "4 of 4 games are in cup.db." in run_recipe("**Slurm without Ray.**", changes, tmp_path)


@pytest.mark.proof
def test_the_recipe_for_slurm_solves_a_game(tmp_path: Path) -> None:
    changes = {"1-20": "1-2", "connect_four:width=5,height=6": "tictactoe", "/shared/fours": str(tmp_path / "fours"), "--threads 8": "--threads 1"}  # fmt: skip
    told = run_recipe("## Solving on several machines", changes, tmp_path)
    assert told.endswith("tictactoe: every value follows from its successors'.\n")
    LayeredSolution(tmp_path / "one", game("tictactoe"), shards=1, native=False).run(jobs=1)
    names = [path.name for path in (tmp_path / "one").iterdir()]
    assert sorted(names) == sorted(path.name for path in (tmp_path / "fours").iterdir())
    for name in names:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "fours" / name).read_bytes()
