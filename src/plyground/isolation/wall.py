"""The wall around other people's code: what Linux itself refuses to a process, whatever its Python code does.

Three parts of the kernel make the wall, and none of them needs special rights. ``no_new_privs`` keeps a process from
ever gaining rights. Landlock allows it to read certain files and to write none (docs.kernel.org/userspace-api/landlock);
a system without Landlock shows it only these files (:mod:`plyground.isolation.mount_namespace`).
A filter of seccomp allows only the system calls that Python, its libraries and threads need. So the process cannot start
programs or processes, connect, signal or change others, or raise its limits (man 2 seccomp). All parts hold for root,
too, and nothing can remove them.

:func:`lacking_parts` names the parts that this system does not have, and :func:`raise_wall` applies all the others.
"""

from __future__ import annotations

import ctypes
import os
import platform
import struct
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple

from plyground.isolation.mount_namespace import can_hide_files, hide_other_files
from plyground.isolation.system_calls import ALLOWED_CALLS, CALLS, MACHINES, Machine


class WallError(OSError):
    """The system refused a part of the wall that it has."""


FILES, NAMESPACES, SYSTEM_CALLS = "Landlock", "mount namespaces", "seccomp"
"""The names of the parts that a system may lack. Namespaces stand in for Landlock."""


@cache
def lacking_parts() -> tuple[str, ...]:
    """Return the parts of the wall that this system lacks, none for the whole wall."""
    lacking = [] if _landlock_version() or can_hide_files() else [FILES]
    if _machine() is None or not _has_filters():
        lacking.append(SYSTEM_CALLS)
    return tuple(lacking)


def parts() -> tuple[str, ...]:
    """Return the parts of which this system makes the whole wall."""
    return FILES if _landlock_version() else NAMESPACES, SYSTEM_CALLS


def raise_wall(readable: Iterable[str], listable: Iterable[str] = ()) -> None:
    """Apply every part of the wall that the system has to this process, permanently.

    Below the files and folders in ``readable`` the process may read, and below those in ``listable`` it may list names.
    It may write to no file but the null device. The process must have one thread, because Landlock does not bind threads that run already. Raise :class:`WallError` if it has more, or if the
    system refuses a part.
    """
    if sys.platform != "linux":
        return
    if (threads := len(list(Path("/proc/self/task").iterdir()))) > 1:
        raise WallError(f"the process has {threads} threads before its wall")
    _call("prctl", PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    machine = _machine()
    if _landlock_version():
        _restrict_files(readable, listable)
    elif machine is not None:
        with suppress(OSError):  # the system lacks both, as lacking_parts tells
            hide_other_files(readable, _call, machine.number("pivot_root") or 0)
    _drop_capabilities()
    if machine is not None and _has_filters():
        _filter_calls(system_call_filter(machine, os.getpid()))


def try_namespaces() -> None:
    """Enter a view of the file system with one file. Raise :class:`OSError` if the system does not allow it."""
    machine = _machine()
    if machine is None:
        raise WallError("unknown system calls")
    hide_other_files([os.devnull], _call, machine.number("pivot_root") or 0)


def end_with_parent() -> None:
    """Let the system end this process as soon as the thread that started it has ended, even in a call into C."""
    if sys.platform == "linux":
        _call("prctl", PR_SET_PDEATHSIG, 9, 0, 0, 0)


# The system

PR_SET_PDEATHSIG, PR_SET_NO_NEW_PRIVS = 1, 38
CAPABILITY_VERSION = 0x20080522  # man 2 capset


def _system() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _call(name: str, *arguments: int | bytes | ctypes.Structure | ctypes.Array[ctypes.c_char]) -> int:
    """Call a function of the C library. Raise :class:`WallError` if it fails."""
    words = [ctypes.c_long(each) if isinstance(each, int) else each for each in arguments]
    result = int(getattr(_system(), name)(*words))
    if result < 0:
        number = ctypes.get_errno()
        raise WallError(number, f"{name}: {os.strerror(number)}")
    return result


def _machine() -> Machine | None:
    """Return the numbers of this machine's system calls; None if they are not known."""
    known = MACHINES.get(platform.machine()) if sys.platform == "linux" else None
    return known if sys.maxsize > 1 << 32 and sys.byteorder == "little" else None


def _drop_capabilities() -> None:
    """Give up root's special rights, such as to raise limits."""
    _call("capset", struct.pack("=Ii", CAPABILITY_VERSION, 0), bytes(24))


# Landlock (linux/landlock.h); its system calls have the same numbers on all machines

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
VERSION_FLAG, PATH_BENEATH = 1, 1
WRITE_FILE, READ_FILE, READ_FOLDER = 1 << 1, 1 << 2, 1 << 3
FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 5: 16}
"""The number of rights on files that Landlock knows, by the first version that does."""
CONNECTION_RIGHTS, CONNECTION_VERSION = 0b11, 4  # rights to bind and to connect by TCP
SCOPES, SCOPES_VERSION = 0b11, 6  # no abstract sockets of others, no signals to others


def _landlock_version() -> int:
    """Return the version of Landlock; 0 if the system does not have it, or has switched it off."""
    if sys.platform != "linux":
        return 0
    with suppress(WallError):
        return _call("syscall", CREATE_RULESET, 0, 0, VERSION_FLAG)
    return 0


def _restrict_files(readable: Iterable[str], listable: Iterable[str]) -> None:
    version = _landlock_version()
    rights = (1 << max(count for first, count in FILE_RIGHTS.items() if first <= version)) - 1
    ruleset = struct.pack(
        "=QQQ", rights,
        CONNECTION_RIGHTS if version >= CONNECTION_VERSION else 0,
        SCOPES if version >= SCOPES_VERSION else 0,
    )  # fmt: skip
    rules = _call("syscall", CREATE_RULESET, ruleset, len(ruleset), 0)
    readable = tuple(readable)
    for place in (*readable, *listable):
        try:
            opened = os.open(place, os.O_PATH | os.O_CLOEXEC)
        except OSError:  # such as an entry of sys.path that does not exist
            continue
        may = READ_FOLDER if place not in readable else READ_FILE | READ_FOLDER if Path(place).is_dir() else READ_FILE
        if place == os.devnull:
            may |= WRITE_FILE
        _call("syscall", ADD_RULE, rules, PATH_BENEATH, struct.pack("=Qi", may, opened), 0)
        os.close(opened)
    _call("syscall", RESTRICT_SELF, rules, 0)
    os.close(rules)


# seccomp (linux/seccomp.h, linux/filter.h)

SET_MODE_FILTER, ACTION_IS_KNOWN, ALL_THREADS = 1, 2, 1
ALLOW, KILL, ERROR = 0x7FFF0000, 0x80000000, 0x00050000
EPERM, ENOSYS = 1, 38
LOAD, AND, EQUALS, GREATER, RETURN = (
    0x20,
    0x54,
    0x15,
    0x25,
    0x06,
)  # BPF_LD | BPF_W | BPF_ABS, BPF_ALU | BPF_AND | BPF_K, ...
NUMBER_AT, ARCHITECTURE_AT, ARGUMENTS_AT, WORD_BYTES, ARGUMENT_BYTES = 0, 4, 16, 4, 8  # struct seccomp_data

THREAD = 0x00010000 | 0x00000100  # CLONE_THREAD | CLONE_VM: a new thread, no new process
NEW_PROCESS_OR_NAMESPACE = THREAD | 0x7E022000  # further: CLONE_NEW..., CLONE_PTRACE
FILE_COMMANDS = (0, 1, 2, 3, 4, 1030)  # F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC
DEVICE_COMMANDS = (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)  # TCGETS, TIOCGWINSZ, FIONREAD, FIONBIO, FIO(N)CLEX
PROCESS_COMMANDS = (15, 16, 0x53564D41)  # PR_SET_NAME, PR_GET_NAME, PR_SET_VMA, which name threads and memory


class Step(NamedTuple):
    """One instruction of a filter (struct sock_filter)."""

    code: int
    value: int
    if_true: int = 0  # steps to skip
    if_false: int = 0


def system_call_filter(machine: Machine, process: int) -> list[Step]:
    """Return the filter for a process with this number: the calls that it may make, and their arguments."""
    steps = [
        Step(LOAD, ARCHITECTURE_AT),
        Step(EQUALS, machine.architecture, 1, 0),
        Step(RETURN, KILL),  # calls of another architecture have other numbers
        Step(LOAD, NUMBER_AT),
    ]
    for name in ALLOWED_CALLS:
        if (number := machine.number(name)) is not None:
            steps += [Step(EQUALS, number, 0, 1), Step(RETURN, ALLOW)]
    for name, rule in _argument_rules(process).items():
        number = machine.number(name)
        assert number is not None  # both machines have these
        steps += [Step(EQUALS, number, 0, len(rule)), *rule]
    steps += [
        Step(EQUALS, CALLS["clone3"][0], 0, 1),
        Step(RETURN, ERROR | ENOSYS),  # arguments that a filter cannot read; the C library then uses clone
        Step(GREATER, machine.newest, 0, 1),
        Step(RETURN, ERROR | ENOSYS),  # the C library then uses an older call
        Step(RETURN, ERROR | EPERM),
    ]
    return steps


def _argument_rules(process: int) -> dict[str, list[Step]]:
    """Return the steps for the calls that are allowed with certain arguments only."""
    return {
        "clone": [_load(0), Step(AND, NEW_PROCESS_OR_NAMESPACE), *_one_of((THREAD,))],
        "kill": [_load(0), *_one_of((process,))],
        "tgkill": [_load(0), *_one_of((process,))],
        "fcntl": [_load(1), *_one_of(FILE_COMMANDS)],
        "ioctl": [_load(1), *_one_of(DEVICE_COMMANDS)],
        "prctl": [_load(0), *_one_of(PROCESS_COMMANDS)],
        "prlimit64": [  # read limits, but set none
            _load(2), Step(EQUALS, 0, 1, 0), Step(RETURN, ERROR | EPERM), _load(2, high=True), *_one_of((0,)),
        ],
    }  # fmt: skip


def _load(argument: int, *, high: bool = False) -> Step:
    return Step(LOAD, ARGUMENTS_AT + ARGUMENT_BYTES * argument + WORD_BYTES * high)


def _one_of(values: Sequence[int]) -> list[Step]:
    """Return the steps that allow a call if the loaded word is one of these values, and refuse it otherwise."""
    last = len(values)
    checks = [Step(EQUALS, value, last - place, 0) for place, value in enumerate(values)]
    return [*checks, Step(RETURN, ERROR | EPERM), Step(RETURN, ALLOW)]


class _Program(ctypes.Structure):
    """A filter for the kernel (struct sock_fprog)."""

    _fields_ = (("length", ctypes.c_ushort), ("steps", ctypes.c_char_p))


def _has_filters() -> bool:
    machine = _machine()
    action = ctypes.create_string_buffer(struct.pack("=I", ERROR))
    with suppress(WallError):
        return machine is not None and _call("syscall", machine.filter_call, ACTION_IS_KNOWN, 0, action) == 0
    return False


def _filter_calls(steps: Sequence[Step]) -> None:
    code = b"".join(struct.pack("=HBBI", step.code, step.if_true, step.if_false, step.value) for step in steps)
    program = _Program(len(steps), code)
    machine = _machine()
    assert machine is not None
    if _call("syscall", machine.filter_call, SET_MODE_FILTER, ALL_THREADS, ctypes.byref(program)):  # type: ignore[arg-type]
        raise WallError("a thread could not be put behind the wall")
