"""The wall of the operating system, without the fence before it: no attempt of :mod:`escapes` gets out."""

from __future__ import annotations

import os
import re
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest
from escapes import ESCAPES, SECRET, Scene, attempt_text, scene_in
from program import PATIENCE
from samples import sample

from plyground.isolation import wall, walled_process
from plyground.isolation.isolated_process import IsolatedProcess, NoAnswer, ProcessEnded
from plyground.isolation.limits import Limits
from plyground.isolation.mount_namespace import can_hide_files
from plyground.isolation.system_calls import CALLS, MACHINES, Machine

needs_wall = pytest.mark.skipif(bool(wall.lacking_parts()), reason="this system has no wall")


def without_fence() -> None:
    """Let the fence be no hindrance, as for code that has found its way past it."""
    vars(walled_process)["raise_fence"] = lambda _readable: None


def attempt(connection: Connection, text: str) -> None:
    names: dict[str, Any] = {}
    exec(text, names)
    connection.send_bytes(names["told"].encode())


def without_landlock() -> None:
    """Let the system have no Landlock, and the fence be no hindrance."""
    without_fence()
    vars(wall)["_landlock_version"] = int


def told_by(text: str, prepare: Callable[[], None] = without_fence) -> str:
    """Return what an attempt tells behind the wall alone; or the end of its process."""
    process = IsolatedProcess(attempt, text, limits=Limits(2048, fenced=True), prepare=prepare)
    try:
        return process.receive(PATIENCE).decode()
    except (NoAnswer, ProcessEnded) as error:
        return repr(error)
    finally:
        process.end()


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    with scene_in(tmp_path_factory.mktemp("scene")) as made:
        yield made


@needs_wall
@pytest.mark.parametrize("name", sample(ESCAPES, every=4))
def test_nothing_gets_over_the_wall(name: str, scene: Scene) -> None:
    told = told_by(attempt_text(name, scene.facts))
    assert not scene.damage(told), told


needs_namespaces = pytest.mark.skipif(not can_hide_files(), reason="this system has no mount namespaces for everybody")
FILE_ESCAPES = [name for name in ESCAPES if re.search("open|file|read|list|write|remove|folder|link", name)]


@needs_namespaces
@pytest.mark.parametrize(
    "name", [pytest.param(each, marks=() if each in FILE_ESCAPES[::6] else pytest.mark.nightly) for each in ESCAPES]
)
def test_nothing_gets_over_the_wall_without_landlock(name: str, scene: Scene) -> None:
    told = told_by(attempt_text(name, scene.facts), without_landlock)
    assert not scene.damage(told), told


SEEN = """
import os
seen = sorted(os.listdir("/")), os.listdir("/dev"), os.path.exists("/etc/passwd"), os.path.exists("/root/.bashrc")
told = repr(seen)
"""


@pytest.mark.proof
@needs_namespaces
def test_without_landlock_other_files_are_not_even_there() -> None:
    folders, devices, *others = eval(told_by(SEEN, without_landlock))  # a text of our own
    assert set(devices) == {"null", "random", "urandom"}
    assert "home" not in folders or Path(sys.base_prefix).is_relative_to("/home")
    assert others == [False, False]
    assert told_by(USEFUL, without_landlock) == told_by(USEFUL)


def without_wall() -> None:
    """Leave out the wall as well, but keep a process that an attempt ends from ending the test."""
    without_fence()
    vars(walled_process)["raise_wall"] = lambda *_places: None


@pytest.mark.parametrize(
    "name",
    sample(
        [
            "subprocess",
            "kill a process",
            "remove",
            "open of C to read",
            "connect by TCP",
            "shared memory",
            "own file opened again",
            "kill by negative number",
            "write into another's memory",
            "reach everybody",
        ],
        every=5,
    ),
)
@needs_wall
def test_the_attempts_succeed_without_the_wall(name: str, tmp_path: Path) -> None:
    with scene_in(tmp_path) as scene:
        process = IsolatedProcess(
            attempt, attempt_text(name, scene.facts), limits=Limits(2048, fenced=True), prepare=without_wall
        )
        try:
            told = process.receive(PATIENCE).decode()
        finally:
            process.end()
        assert scene.damage(told)


USEFUL = """
import threading
import numpy, plyground
found = []
thread = threading.Thread(target=lambda: found.append(int((numpy.ones((40, 40)) @ numpy.ones((40, 40))).sum())))
thread.start(); thread.join()
answer = plyground.search("tictactoe", native=True)
told = repr((found, answer.value, answer.native, open("/dev/urandom", "rb").read(0), open("/dev/null", "w").write("x")))
"""


@needs_wall
def test_numpy_threads_and_compiled_searches_work_behind_the_wall() -> None:
    assert told_by(USEFUL) == repr(([64000], 0, True, b"", 1))


@needs_wall
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can become another user")
def test_the_wall_holds_for_another_user_too(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.write_text(SECRET)
    for folder in (kept, tmp_path, *tmp_path.parents[:-2]):
        folder.chmod(folder.stat().st_mode | 0o755)
    child = os.fork()
    if child == 0:
        reached = 0
        try:
            os.setgroups([])
            os.setgid(65534)
            os.setuid(65534)
            assert kept.read_text() == SECRET
            wall.raise_wall(["/usr/lib"])
            attempts = (kept.read_text, os.fork, lambda: os.kill(os.getppid(), 0), lambda: kept.with_name("x").touch())
            for each in attempts:
                try:
                    each()
                    reached += 1
                except PermissionError:
                    pass
            os._exit(reached)
        finally:
            os._exit(99)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


@needs_wall
def test_a_process_with_threads_is_refused() -> None:
    child = os.fork()
    if child == 0:
        stop = threading.Event()
        threading.Thread(target=stop.wait, daemon=True).start()
        try:
            wall.raise_wall([])
        except wall.WallError:
            os._exit(0)
        os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


STARTS_AND_WAITS = """
import sys
sys.path.insert(0, {tests!r})
from test_wall import report_and_wait
from plyground.isolation.isolated_process import IsolatedProcess
from plyground.isolation.limits import Limits
from plyground.isolation.system_calls import CALLS, MACHINES, Machine
process = IsolatedProcess(report_and_wait, limits=Limits(fenced=True))
print(process.receive(300).decode(), flush=True)
sys.stdin.read()
"""


def report_and_wait(connection: Connection) -> None:
    connection.send_bytes(str(os.getpid()).encode())
    while True:  # never looks at the connection
        pass


@needs_wall
def test_code_behind_the_wall_ends_with_the_program_that_started_it() -> None:
    program = STARTS_AND_WAITS.format(tests=str(Path(__file__).parent))
    support = str(Path(__file__).parents[1] / "support")
    parent = subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([support, *sys.path])},
    )  # fmt: skip
    assert parent.stdout is not None and parent.stdin is not None
    running = int(parent.stdout.readline())
    os.kill(running, 0)
    parent.kill()
    parent.communicate()
    with pytest.raises(ProcessLookupError):
        for _look in range(6000):
            os.kill(running, 0)
            time.sleep(0.01)


# The filter, as the kernel would run it


def verdict(machine: Machine, call: int, arguments: tuple[int, ...] = (), *, architecture: int | None = None) -> int:
    """Return what a filter for process 77 answers to a call (linux/filter.h)."""
    data = struct.pack("=iIQ6Q", call, architecture or machine.architecture, 0, *arguments, *[0] * (6 - len(arguments)))
    at, word = 0, 0
    steps = wall.system_call_filter(machine, 77)
    while True:
        step = steps[at]
        at += 1
        if step.code == wall.LOAD:
            (word,) = struct.unpack_from("=I", data, step.value)
        elif step.code == wall.AND:
            word &= step.value
        elif step.code == wall.EQUALS:
            at += step.if_true if word == step.value else step.if_false
        elif step.code == wall.GREATER:
            at += step.if_true if word > step.value else step.if_false
        else:
            assert step.code == wall.RETURN
            return step.value


REFUSED, UNKNOWN = wall.ERROR | wall.EPERM, wall.ERROR | wall.ENOSYS
CALLS_OF_MACHINES = {
    "x86_64": {"execve": 59, "execveat": 322, "fork": 57, "vfork": 58, "socket": 41, "ptrace": 101, "unshare": 272,
               "setrlimit": 160, "mount": 165, "kill": 62, "clone": 56, "prlimit64": 302, "read": 0, "bpf": 321},
    "aarch64": {"execve": 221, "execveat": 281, "socket": 198, "ptrace": 117, "unshare": 97, "setrlimit": 164, "mount": 40,
                "kill": 129, "clone": 220, "prlimit64": 261, "read": 63, "bpf": 280},
}  # fmt: skip
"""Numbers from the tables of man 2 syscalls, independent of the module under test."""
COMMON = {"io_uring_setup": 425, "io_uring_enter": 426, "pidfd_send_signal": 424, "pidfd_open": 434, "pidfd_getfd": 438}
THREAD_FLAGS = 0x003D0F00  # flags of pthread_create in the GNU library


@pytest.mark.parametrize("name", MACHINES)
def test_the_filter_of_each_machine(name: str) -> None:
    machine, calls = MACHINES[name], CALLS_OF_MACHINES[name]
    free = {"read"}
    depends = {"kill", "clone", "prlimit64"}
    for call, number in {**calls, **COMMON}.items():
        if call not in depends:
            assert verdict(machine, number) == (wall.ALLOW if call in free else REFUSED), call
    assert verdict(machine, calls["clone"], (THREAD_FLAGS,)) == wall.ALLOW
    for flags in (
        17,
        THREAD_FLAGS | 0x40000000,
        0x4111,
        THREAD_FLAGS & ~0x100,
    ):  # fork, a new network, vfork, no memory
        assert verdict(machine, calls["clone"], (flags,)) == REFUSED
    assert verdict(machine, calls["kill"], (77, 9)) == wall.ALLOW
    for process in (1, 0, (1 << 64) - 1, 78):
        assert verdict(machine, calls["kill"], (process, 9)) == REFUSED
    assert verdict(machine, calls["prlimit64"], (0, 9, 0, 1)) == wall.ALLOW
    for limits in (1, 1 << 40, 0x7F0000000000):
        assert verdict(machine, calls["prlimit64"], (0, 9, limits, 0)) == REFUSED
    assert verdict(machine, 435) == UNKNOWN
    assert verdict(machine, machine.newest + 1) == UNKNOWN
    assert verdict(machine, 0x40000000 | calls["execve"]) == UNKNOWN  # x32
    assert verdict(machine, 11, architecture=0x40000003) == wall.KILL  # execve of 32 bits


HEADERS = {"x86_64": "/usr/include/x86_64-linux-gnu/asm/unistd_64.h", "aarch64": "/usr/include/asm-generic/unistd.h"}


@pytest.mark.parametrize("name", MACHINES)
def test_the_numbers_are_those_of_the_kernels_headers(name: str) -> None:
    header = Path(HEADERS[name])
    if not header.exists():
        pytest.skip("this system has no headers of the kernel")
    found = dict(re.findall(r"#define __NR(?:3264)?_(\w+)\s+(\d+)", header.read_text()))
    other = {"fstat": "80", "newfstatat": "79"} if name == "aarch64" else {}  # the header names them by a macro
    ours = {call: MACHINES[name].number(call) for call in CALLS}
    assert {call: number for call, number in ours.items() if number is not None} == {
        call: int({**found, **other}[call]) for call, number in ours.items() if number is not None
    }
