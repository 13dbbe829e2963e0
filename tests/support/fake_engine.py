"""A program for tests that misbehaves in the way its first argument names.

It speaks UGI for tic-tac-toe, with the second argument "xboard" CECP for Breakthrough, with "gtp" GTP for Othello.
"""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time

COMMANDS = "boardsize\nclear_board\ngenmove\nplay\nquit\ntime_left\ntime_settings"


def main() -> None:
    manner = sys.argv[1] if len(sys.argv) > 1 else "good"
    if manner == "dead":
        print("cannot find my book", file=sys.stderr)
        sys.exit(3)
    if manner == "silent":
        time.sleep(3600)
    if sys.argv[2:] == ["xboard"]:
        speak_xboard(manner)
        return
    if sys.argv[2:] == ["gtp"]:
        speak_gtp()
        return
    moves: list[str] = []
    for line in sys.stdin:
        words = line.split()
        if words[:1] == ["ugi"]:
            print("id name Fake\noption name Level type spin default 1 min 1 max 9\nugiok", flush=True)
        elif words[:1] == ["isready"]:
            print("readyok", flush=True)
        elif words[:1] == ["position"]:
            moves = words[3:]
        elif words[:1] == ["go"]:
            answer(manner, moves)
        elif words[:1] == ["quit"]:
            return


def speak_gtp() -> None:
    for line in sys.stdin:
        answers = {"list_commands": COMMANDS, "genmove": "D3", "name": "Fake"}
        print(f"= {answers.get(line.split()[0], '')}\n", flush=True)


def speak_xboard(manner: str) -> None:
    for line in sys.stdin:
        words = line.split()
        if words[:1] == ["protover"] and manner != "version 1":
            print(
                'feature done=0\nfeature myname="Fake" ping=1 usermove=1 setboard=1 variants="normal,breakthrough"',
                flush=True,
            )
            print('feature option="Level -spin 1 1 9" done=1', flush=True)
        elif words[:1] == ["ping"]:
            print(f"pong {words[1]}", flush=True)
        elif words[:1] == ["usermove"] and manner == "refuses":
            print(f"Illegal move: {words[1]}", flush=True)
        elif words[:1] == ["usermove"] and manner == "claims":
            print("1/2-1/2 {3 fold repetition}", flush=True)
        elif words[:1] == ["go"] and manner in ("resign", "1-0 {Black resigns}"):
            print(manner, flush=True)
        elif words[:1] == ["go"]:
            if manner != "nervous":
                print(" 3   12  70  99 1. b2b3 (", flush=True)
            misbehave(manner, "move z9z9", "move b2b3")
        elif words[:1] == ["quit"]:
            return


def answer(manner: str, moves: list[str]) -> None:
    free = [cell for cell in map(str, range(9)) if cell not in moves]
    if manner == "good":
        print(f"info depth 3 score cp 12 nodes 99 time 7 pv {free[0]} {free[1]}")
    if manner == "lies":  # it claims to win whatever it plays, and plays the last free cell
        print(f"info depth 9 score cp 900 nodes 99 time 7 pv {free[-1]}\nbestmove {free[-1]}", flush=True)
        return
    misbehave(manner, f"bestmove {moves[0] if moves else 'z9'}", f"bestmove {free[0]}")


def misbehave(manner: str, illegal: str, legal: str) -> None:
    """Answer with a legal or an illegal move, or fail."""
    if manner == "illegal":
        print(illegal, flush=True)
    elif manner == "rubbish":
        print("\x00\xff what?\ninfo depth many score cp\ninfo score\n" + "x" * 200_000, flush=True)
        print(legal, flush=True)
    elif manner == "flood":
        while True:
            print("info string " + "y" * 100)
    elif manner == "dies":
        sys.exit(7)
    elif manner == "late":
        time.sleep(1)
        print(legal, flush=True)
    elif manner == "nervous":  # it thinks for half a second, and has no move before
        if select.select([sys.stdin], [], [], 0.5)[0]:
            print(illegal, flush=True)
        else:
            print(legal, flush=True)
    elif manner == "hangs":
        time.sleep(3600)
    elif manner == "children":
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)"])
        daemon = subprocess.Popen(child.args, start_new_session=True)
        print(f"info string {child.pid} {daemon.pid} {os.getpid()}\n{legal}", flush=True)
    else:
        print(legal, flush=True)


if __name__ == "__main__":
    main()
