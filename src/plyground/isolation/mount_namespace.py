"""A view of the file system with a few files, all read-only: the wall's second way to hide files, without Landlock.

The process enters a user namespace and a mount namespace of its own, binds the allowed files and folders into an empty
root and leaves the old root (man 7 mount_namespaces, man 2 pivot_root). Systems with unprivileged user namespaces allow
it to everybody; the program bubblewrap needs the same.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

PROBE_TIMEOUT_S = 20.0
"""Seconds for a first process that tries the namespaces."""
NEW_NAMESPACES = 0x00020000 | 0x10000000 | 0x40000000 | 0x08000000 | 0x04000000
"""CLONE_NEWNS, CLONE_NEWUSER, CLONE_NEWNET, CLONE_NEWIPC and CLONE_NEWUTS (linux/sched.h)."""
READ_ONLY, NO_SUID, NO_DEVICES, REMOUNT, BIND, RECURSIVE, PRIVATE = 1, 2, 4, 32, 4096, 16384, 1 << 18
"""Flags of mount (linux/mount.h)."""
KEPT_FLAGS = {2: 2, 4: 4, 8: 8, 1024: 1024, 2048: 2048, 4096: 1 << 21}
"""Flags that a mount must keep: those of statvfs (f_flag), and those of mount."""
DETACH = 2  # MNT_DETACH of umount2
BASE = "/tmp"
"""A folder that every system has. Over it lies the empty file system in which the view is built."""

Call = Callable[..., int]
"""A function that calls the C library by name and arguments, and raises :class:`OSError`."""


def hide_other_files(readable: Iterable[str], call: Call, pivot_root: int) -> None:
    """Let this process see only these files and folders, read-only, under their usual names, permanently.

    The process must have one thread. ``pivot_root`` is the number of this system call. Raise :class:`OSError` if the
    system does not allow it.
    """
    user, group = os.geteuid(), os.getegid()
    places = [place for place in dict.fromkeys(readable) if Path(place).exists()]
    call("unshare", NEW_NAMESPACES)
    for name, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
        Path("/proc/self", name).write_text(text)
    call("mount", 0, b"/", 0, RECURSIVE | PRIVATE, 0)
    _empty(call, BASE)
    old, new = f"{BASE}/old", f"{BASE}/new"
    for folder in (old, new):
        Path(folder).mkdir()
    call("syscall", pivot_root, BASE.encode(), old.encode())
    os.chdir("/")
    _empty(call, "/new")
    for place in sorted(places, key=len):  # a folder before its parts
        _bind(call, place)
    _make_read_only(call)
    os.chdir("/new")
    call("syscall", pivot_root, b".", b".")
    call("umount2", b".", DETACH)  # the old root, which lies over the new one
    os.chdir("/")
    call("mount", 0, b"/", 0, REMOUNT | BIND | READ_ONLY | NO_SUID | NO_DEVICES, 0)


def _empty(call: Call, folder: str) -> None:
    call("mount", b"tmpfs", folder.encode(), b"tmpfs", NO_SUID | NO_DEVICES, b"mode=755")


def _bind(call: Call, place: str) -> None:
    """Show a file or folder of the old root in the new one."""
    source, shown = Path(f"/old{place}"), Path(f"/new{place}")
    source = Path(f"/old{os.path.realpath(source).removeprefix('/old')}") if source.is_symlink() else source
    if shown.exists():  # a part of a folder that is there already
        return
    if source.is_dir():
        shown.mkdir(parents=True)
    else:
        shown.parent.mkdir(parents=True, exist_ok=True)
        shown.touch()
    call("mount", os.fsencode(source), os.fsencode(shown), 0, BIND | RECURSIVE, 0)


def _make_read_only(call: Call) -> None:
    """Make all mounts of the new root read-only, also those within its folders."""
    for line in Path("/old/proc/self/mountinfo").read_text().splitlines():
        point = line.split()[4].replace("\\040", " ")
        if point.startswith("/new/"):
            flags = os.statvfs(point).f_flag
            kept = sum(flag for told, flag in KEPT_FLAGS.items() if flags & told)
            call("mount", 0, os.fsencode(point), 0, REMOUNT | BIND | READ_ONLY | NO_SUID | kept, 0)


@cache
def can_hide_files() -> bool:
    """Return True if the system allows :func:`hide_other_files`: a process of its own tries it."""
    if sys.platform != "linux":
        return False
    text = "from plyground.isolation.wall import try_namespaces; try_namespaces()"
    command = [
        sys.executable,
        "-c",
        f"import sys; sys.path[:0] = [sys.argv[1]]; {text}",
        str(Path(__file__).parents[2]),
    ]
    try:
        return subprocess.run(command, stderr=subprocess.DEVNULL, timeout=PROBE_TIMEOUT_S, check=False).returncode == 0
    except (OSError, subprocess.SubprocessError):
        return False
