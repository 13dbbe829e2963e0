"""Run proofs, tests marked ``proof``, which take longer than those of ``make test``, and tests marked ``nightly``, longer still.

``--proofs change`` runs the proofs that a change waits for: one case of each test function, whose cases prove the same for
other games, sizes and languages. It is drawn by a seed. The seed is the week, unless ``--proof-seed`` gives another: whoever
runs the proofs in one week runs the same ones. ``--proofs all`` runs all, and all that is nightly, each time by a new seed,
which the fixture ``dice`` hands to tests that draw. With either, a test that is skipped counts as failed: nothing is taken
for proven that did not run.
"""

from __future__ import annotations

import random
import secrets
from collections import defaultdict
from collections.abc import Generator
from datetime import UTC, datetime
from typing import Any

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--proofs", choices=("change", "all"), help="run the proofs that a change waits for, or all")
    parser.addoption("--proof-seed", default="", metavar="SEED", help="draw cases and random texts by this seed")
    parser.addoption("--part", default="1/1", metavar="K/N", help="run the K-th of N parts of the proofs")


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    if which := config.getoption("--proofs"):
        config.option.markexpr = "proof and not nightly" if which == "change" else "proof or nightly"
        drawn = f"{datetime.now(UTC):%G-W%V}" if which == "change" else secrets.token_hex(4)
        # Processes of pytest-xdist take this value over: one run draws by one seed.
        config.option.proof_seed = config.option.proof_seed or drawn
        config.pluginmanager.register(Proofs(config), "proofs-to-run")


@pytest.fixture
def dice(request: pytest.FixtureRequest) -> random.Random:
    """Return random numbers that the seed of the run and the test's name decide."""
    return random.Random(f"{request.config.option.proof_seed} {request.node.nodeid}")


class Proofs:
    """The proofs of one run of pytest."""

    def __init__(self, config: pytest.Config) -> None:
        self.seed: str = config.option.proof_seed
        self.draws = config.getoption("--proofs") == "change"
        self.part, self.parts = (int(number) for number in config.getoption("--part").split("/"))

    def pytest_report_header(self) -> str:
        which = "one case of each" if self.draws else f"part {self.part} of {self.parts}"
        return f"proofs: {which}, drawn by the seed {self.seed}"

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        cases: dict[str, list[pytest.Item]] = defaultdict(list)
        for item in items:
            cases[item.nodeid.partition("[")[0]].append(item)
        chosen = [item for test, all_cases in cases.items() for item in self.drawn(test, all_cases)]
        chosen.sort(key=lambda item: item.get_closest_marker("nightly") is None)  # the longest first
        chosen = chosen[self.part - 1 :: self.parts]
        kept = set(chosen)
        config.hook.pytest_deselected(items=[item for item in items if item not in kept])
        items[:] = chosen

    def drawn(self, test: str, cases: list[pytest.Item]) -> list[pytest.Item]:
        """Return the cases of a test to run; one drawn by the seed and the test's name, if a change waits for it."""
        return [random.Random(f"{self.seed} {test}").choice(cases)] if self.draws else cases

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Generator[None, Any, Any]:
        report = yield
        if report.skipped:
            report.outcome = "failed"
            report.longrepr = f"This proof did not run: {report.longrepr[2]}"
        return report
