"""The ``plyground`` program begins here; :mod:`plyground.cli.main` is what it does."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command that the program's arguments name, and leave with its exit code."""
    try:
        from plyground.cli import main as program  # here: Ctrl-C may come while it is imported

        program.main()
    except KeyboardInterrupt:  # before there was anybody to answer, or once more while somebody did
        sys.exit(130)


if __name__ == "__main__":
    main()
