"""Run proofs, tests marked ``proof``, which take longer than those of ``make test``, and tests marked ``nightly``, longer still.

``--proofs change`` runs the proofs that a change waits for: of the cases of one test function, which prove the same for
other games, sizes and languages, :data:`CASES`, drawn by a seed. The seed is the week, unless ``--proof-seed`` gives
another: whoever runs the proofs in one week runs the same ones. ``--proofs all`` runs all, and all that is nightly.
With either, a test that is skipped counts as failed: nothing is taken for proven that did not run.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Generator
from datetime import UTC, datetime
from typing import Any

import pytest

CASES = 2
"""Cases of one test function that a change waits for."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--proofs", choices=("change", "all"), help="run the proofs that a change waits for, or all")
    parser.addoption("--proof-seed", default="", metavar="SEED", help="draw the cases of proofs by this seed")
    parser.addoption("--part", default="1/1", metavar="K/N", help="run the K-th of N parts of the proofs")


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    if which := config.getoption("--proofs"):
        config.option.markexpr = "proof and not nightly" if which == "change" else "proof or nightly"
        # Processes of pytest-xdist take this value over, so that a run of Sunday night draws once.
        config.option.proof_seed = config.option.proof_seed or f"{datetime.now(UTC):%G-W%V}"
        config.pluginmanager.register(Proofs(config), "proofs-to-run")


class Proofs:
    """The proofs of one run of pytest."""

    def __init__(self, config: pytest.Config) -> None:
        self.seed: str = config.option.proof_seed
        self.draws = config.getoption("--proofs") == "change"
        self.part, self.parts = (int(number) for number in config.getoption("--part").split("/"))

    def pytest_report_header(self) -> str:
        drawn = f", {CASES} cases of each drawn by the seed {self.seed}" if self.draws else ""
        return f"proofs: part {self.part} of {self.parts}{drawn}"

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
        """Return the cases of a test to run, drawn by the seed and the test's name."""
        if not self.draws or len(cases) <= CASES:
            return cases
        return random.Random(f"{self.seed} {test}").sample(cases, CASES)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Generator[None, Any, Any]:
        report = yield
        if report.skipped:
            report.outcome = "failed"
            report.longrepr = f"This proof did not run: {report.longrepr[2]}"
        return report
