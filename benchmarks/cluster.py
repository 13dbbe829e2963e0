"""The idle time of workers at a place, with many jobs that only wait. ``python -m benchmarks.cluster --place ray``."""

from __future__ import annotations

import argparse
import time

from plyground.cluster.places import place


class Sleeper:
    """A worker whose jobs are seconds to wait."""

    def prepare(self) -> None:
        pass

    def work(self, job: float) -> float:
        begun = time.monotonic()
        time.sleep(job)
        return time.monotonic() - begun

    def close(self) -> None:
        pass


def main() -> None:
    """Do the jobs of the command line and print how long the workers were idle."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--place", default="local", help="local, ray or ray://HOST:PORT")
    parser.add_argument("--workers", type=int, default=2, help="jobs at once; the place must have so many processors")
    parser.add_argument("--jobs", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=1.0, help="length of a job")
    asked = parser.parse_args()
    pool = place(asked.place, asked.workers).open(Sleeper)
    try:
        while pool.room < asked.workers:
            pool.results()
        begun, left, busy = time.monotonic(), asked.jobs, 0.0
        while left or pool.running:
            while left and pool.room:
                pool.submit(asked.seconds)
                left -= 1
            busy += sum(pool.results())
        elapsed = time.monotonic() - begun
    finally:
        pool.close()
    idle = 1 - busy / (elapsed * asked.workers)
    print(f"{asked.jobs} jobs of {asked.seconds:g} s, {asked.workers} workers: {elapsed:.1f} s, {asked.jobs / elapsed:.0f} jobs/s, idle {idle:.1%}")  # fmt: skip


if __name__ == "__main__":
    main()
