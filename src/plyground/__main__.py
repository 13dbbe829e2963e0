"""Entry point of the ``plyground`` program; :mod:`plyground.cli.main` does the work."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command that the program's arguments name, and leave with its exit code."""
    try:
        from plyground.cli import main as program  # imported here: Ctrl-C may come during the import

        program.main()
    except KeyboardInterrupt:  # Ctrl-C before the command can answer it, or pressed again while it answers
        sys.exit(130)


if __name__ == "__main__":
    main()
