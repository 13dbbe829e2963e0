"""Attempts of code of others to leave its process. Each is a text that may use ``S``, the scene (:class:`Scene`).

An attempt puts what it found out into ``told``. Errors inside it are ignored.
"""

from __future__ import annotations

import mmap
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing.shared_memory import SharedMemory
from pathlib import Path
from typing import Any

SECRET = "swordfish-" + "7c1e" * 4  # a word that no attempt contains
PASSWORD_VARIABLE = "PLYGROUND_TEST_PASSWORD"

LIBC = "import ctypes; C = ctypes.CDLL(None, use_errno=True)\n"

PROCESSES = {
    "os.system": "import os; os.system('touch ' + S['pwned'])",
    "subprocess": "import subprocess; subprocess.run(['touch', S['pwned']])",
    "fork": "import os\nif os.fork() == 0:\n    open(S['pwned'], 'w'); os._exit(0)",
    "forkpty": "import os\nif os.forkpty()[0] == 0:\n    os.execv('/bin/sh', ['sh', '-c', 'touch ' + S['pwned']])",
    "exec": "import os; os.execv('/bin/sh', ['sh', '-c', 'touch ' + S['pwned']])",
    "posix_spawn": "import os; os.posix_spawn('/bin/sh', ['sh', '-c', 'touch ' + S['pwned']], {})",
    "spawn by multiprocessing": """
import multiprocessing, os
multiprocessing.process.current_process()._config['daemon'] = False
process = multiprocessing.get_context('spawn').Process(target=os.system, args=('touch ' + S['pwned'],))
process.start(); process.join(5)""",
    "fork_exec": """
import os, _posixsubprocess
mine, theirs = os.pipe()
rest = (-1,) * 6 + (mine, theirs, False, False, -1, None, None, None, -1, None)
shell = [b'/bin/sh', b'-c', b'touch ' + S['pwned'].encode()], [b'/bin/sh'], True, (theirs,), None, None
try:
    _posixsubprocess.fork_exec(*shell, *rest)
except TypeError:
    _posixsubprocess.fork_exec(*shell, *rest, True)""",
    "system of C": LIBC + "C.system(b'touch ' + S['pwned'].encode())",
    "vfork of C": LIBC + "C.fork() or C.creat(S['pwned'].encode(), 0o600)",
    "execve of C": LIBC + """
words = (ctypes.c_char_p * 4)(b'sh', b'-c', b'touch ' + S['pwned'].encode(), None)
C.execve(b'/bin/sh', words, None)""",
    "clone3": LIBC + "import platform\nC.syscall(435, bytes(88), 88) or C.creat(S['pwned'].encode(), 0o600)",
    "pool of processes": """
import os, concurrent.futures as f
f.ProcessPoolExecutor(1).submit(os.system, 'touch ' + S['pwned']).result(5)""",
}  # fmt: skip

SIGNALS = {
    "kill the parent": "import os, signal; os.kill(os.getppid(), signal.SIGKILL); told = 'harmless: a guard'",
    "kill a process": "import os, signal; os.kill(S['victim'], signal.SIGKILL)",
    "kill a group": "import os, signal; os.killpg(S['victim'], signal.SIGKILL)",
    "signal by pidfd": "import os, signal; signal.pidfd_send_signal(os.pidfd_open(S['victim']), signal.SIGKILL)",
    "kill of C": LIBC + "C.kill(S['victim'], 9)",
    "tgkill": LIBC + "C.syscall(234, S['victim'], S['victim'], 9)",
    "queue a signal": LIBC + "C.sigqueue(S['victim'], 9, ctypes.c_void_p(0))",
    "owner of a pipe": """
import fcntl, os, signal
mine, theirs = os.pipe()
fcntl.fcntl(mine, 8, S['victim']); fcntl.fcntl(mine, 10, 9); fcntl.fcntl(mine, 4, 0o20000); os.write(theirs, b'x')""",
    "priority": "import os; os.setpriority(os.PRIO_PROCESS, S['victim'], 19)",
    "affinity": "import os; os.sched_setaffinity(S['victim'], {0})",
    "limits of another": "import resource; resource.prlimit(S['victim'], resource.RLIMIT_CPU, (1, 1))",
}

WRITES = {
    "open to write": "open(S['file'], 'w')",
    "make a file": "import os; os.open(S['pwned'], os.O_WRONLY | os.O_CREAT)",
    "truncate by readline": "import readline; readline.write_history_file(S['file'])",
    "remove": "import os; os.remove(S['file'])",
    "rename": "import os; os.rename(S['file'], S['pwned'])",
    "truncate": "import os; os.truncate(S['file'], 0)",
    "mode": "import os; os.chmod(S['file'], 0o777)",
    "owner": "import os; os.chown(S['file'], 65534, 65534)",
    "time": "import os; os.utime(S['file'], (0, 0))",
    "folder": "import os; os.mkdir(S['pwned'])",
    "symbolic link": "import os; os.symlink(S['file'], S['pwned'])",
    "hard link": "import os; os.link(S['file'], S['pwned'])",
    "named pipe": "import os; os.mkfifo(S['pwned'])",
    "attribute": "import os; os.setxattr(S['file'], 'user.pwned', b'1')",
    "sqlite": "import sqlite3; sqlite3.connect(S['pwned']).execute('create table t (x)')",
    "numpy": "import numpy; numpy.zeros(9).tofile(S['file'])",
    "open of C": LIBC + "C.creat(S['pwned'].encode(), 0o600)",
    "map a file": "import mmap, os; mmap.mmap(os.open(S['file'], os.O_RDWR), 4)[:4] = b'PWND'",
    "io_uring": LIBC + "told = '' if C.syscall(425, 8, bytes(120)) < 0 else 'io_uring: ' + S['mark']",
}

READS = {
    "open to read": "told = open(S['file']).read()",
    "open by number": "import os; told = os.read(os.open(S['file'], os.O_RDONLY), 99)",
    "open of C to read": LIBC + """
text = ctypes.create_string_buffer(99)
C.read(C.open(S['file'].encode(), 0), text, 99); told = text.raw""",
    "numpy to read": "import numpy; told = numpy.fromfile(S['file'], dtype='uint8').tobytes()",
    "lines": "import linecache; told = linecache.getlines(S['file'])",
    "run as a module": "import runpy; told = runpy.run_path(S['file'])",
    "map to read": "import mmap, os; told = bytes(mmap.mmap(os.open(S['file'], 0), 9, prot=1))",
    "list a folder": "import os; told = os.listdir(os.path.dirname(S['file']))",
    "import from a folder": """
import os, sys
sys.path.insert(0, os.path.dirname(S['file']))
import secret_module; told = secret_module.WORD""",
    "working folder": "import os, glob; told = [open(name).read() for name in glob.glob('*')]",
    "library of C": LIBC + "told = ctypes.CDLL(S['file'])",
    "certificates": "import ssl; told = ssl.create_default_context().load_verify_locations(S['file'])",
}  # fmt: skip

CONNECTIONS = {
    "connect by TCP": "import socket; socket.create_connection(('127.0.0.1', S['port'])).send(b'PWNED')",
    "send by UDP": """
import socket
socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'PWNED', ('127.0.0.1', S['port']))""",
    "local socket": "import socket; socket.socket(socket.AF_UNIX).connect(S['socket'])",
    "abstract socket": "import socket; socket.socket(socket.AF_UNIX).connect('\\0' + S['abstract'])",
    "fetch": "import urllib.request; urllib.request.urlopen('http://127.0.0.1:%d/PWNED' % S['port'], timeout=2)",
    "socket of C": LIBC
    + """
import struct
number = C.socket(2, 1, 0)
C.connect(number, struct.pack('=H', 2) + struct.pack('!HI', S['port'], 0x7F000001) + bytes(8), 16)""",
    "listen": "import socket; s = socket.create_server(('127.0.0.1', 0)); told = S['mark']",
}

MEMORY = {
    "shared memory": "from multiprocessing import shared_memory as m; m = m.SharedMemory(S['memory']); told = bytes(m.buf)",
    "shm_open": "import os, _posixshmem; told = os.read(_posixshmem.shm_open('/' + S['memory'], 0, 0o600), 99)",
    "memory of System V": LIBC + "told = '' if C.shmget(4711, 4096, 0o1600) < 0 else 'shmget: ' + S['mark']",
    "file in memory": "import os; told = 'memfd: %d ' % os.memfd_create('pwned') + S['mark']",
    "memory of the parent": "import os; told = open('/proc/%d/mem' % S['parent'], 'rb').read(9)",
    "read of another's memory": LIBC
    + """
class Part(ctypes.Structure): _fields_ = [('at', ctypes.c_void_p), ('size', ctypes.c_size_t)]
text = ctypes.create_string_buffer(64)
here, there = Part(ctypes.addressof(text), 64), Part(S['address'], 64)
C.process_vm_readv(S['parent'], ctypes.byref(here), 1, ctypes.byref(there), 1, 0); told = text.raw""",
    "trace": LIBC + "told = '' if C.ptrace(16, S['victim'], 0, 0) < 0 else 'traced: ' + S['mark']",
    "environment": "import os; told = dict(os.environ)",
    "environment in memory": """
import ctypes
found, at = ctypes.POINTER(ctypes.c_char_p).in_dll(ctypes.CDLL(None), 'environ'), 0
told = []
while found[at]: told.append(found[at]); at += 1""",
    "environment of the parent": "told = open('/proc/%d/environ' % S['parent'], 'rb').read()",
    "own first environment": "told = open('/proc/self/environ', 'rb').read()",
    "command lines": """
import glob, sys
told = sys.argv, sys.orig_argv, [open(name).read() for name in glob.glob('/proc/[0-9]*/cmdline')]""",
    "open files": """
import os
told = []
for number in range(3, 256):
    try: os.set_blocking(number, False); told.append(os.read(number, 99))
    except OSError: pass
    try: os.fstat(number); os.ftruncate(number, 0)
    except OSError: pass""",
    "take a file of another": LIBC
    + "told = C.syscall(438, C.syscall(434, S['parent'], 0), S['number'], 0) > 0 and S['mark']",
}

RIGHTS = {
    "namespace": LIBC + "told = '' if C.unshare(0x10000000) else 'unshare: ' + S['mark']",
    "mount": LIBC + "told = '' if C.mount(b'none', b'/tmp', b'tmpfs', 0, None) else 'mount: ' + S['mark']",
    "other root": "import os; os.chroot(S['folder']); told = 'chroot: ' + S['mark']",
    "other user": "import os; os.setuid(65534); told = 'setuid: ' + S['mark']",
    "keys": LIBC + "told = '' if C.syscall(250, 0, -3, 0) < 0 else 'keyctl: ' + S['mark']",
    "higher limits": """
import resource
resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY,) * 2); told = 'limits: ' + S['mark']""",
    "much memory": "hoard = bytearray(3 << 30); told = 'memory: ' + S['mark']",
    "many files": """
import os
for _ in range(500): os.open('/dev/null', 0)
told = 'files: ' + S['mark']""",
    "many threads": """
import threading, time
threading.stack_size(32768)
for _ in range(400): threading.Thread(target=time.sleep, args=(30,), daemon=True).start()
time.sleep(4); told = 'threads: ' + S['mark']""",
    "no more fence": """
import sys
sys.addaudithook = print; sys._clear_type_cache(); import gc
told = [open(S['file']).read() for _ in gc.get_objects()[:1]]""",
    "a session of its own": "import os; os.setsid(); told = 'setsid: ' + S['mark']",
}
"""Attempts at rights, and at more than the share of one process."""

DETOURS = {
    "a program in memory": LIBC + """
import os
code = open(os.path.realpath('/bin/sh'), 'rb').read() if os.access('/bin/sh', 4) else b'#!/bin/sh'
number = C.memfd_create(b'sh', 0); os.write(number, code)
words = (ctypes.c_char_p * 4)(b'sh', b'-c', b'touch ' + S['pwned'].encode(), None)
C.syscall(322, number, b'', words, None, 0x1000)""",
    "own file opened again": """
import os
number = os.open(S['file'], os.O_PATH); told = open('/proc/self/fd/%d' % number).read()""",
    "written path of an own file": "import os; open('/proc/self/fd/%d' % os.open(S['file'], os.O_PATH), 'w').write('PWND')",
    "handle of a file": LIBC + """
handle = ctypes.create_string_buffer(b'\\x80', 144); mount = ctypes.c_int()
if C.name_to_handle_at(-100, S['file'].encode(), handle, ctypes.byref(mount), 0) == 0:
    number = C.open_by_handle_at(-100, handle, 0); text = ctypes.create_string_buffer(99)
    C.read(number, text, 99); told = text.raw""",
    "file without a name": """
import os
number = os.open(S['folder'], os.O_TMPFILE | os.O_RDWR, 0o600); os.write(number, b'PWND'); told = S['mark']""",
    "links of another process": "import os; told = os.readlink('/proc/%d/cwd' % S['parent']) and S['mark']",
    "open file of another process": "told = open('/proc/%d/fd/0' % S['victim']) and S['mark']",
    "memory of the guard": """
import os, re
maps = open('/proc/%d/maps' % os.getppid()).read(); told = S['mark']""",
    "write into another's memory": LIBC + """
class Part(ctypes.Structure): _fields_ = [('at', ctypes.c_void_p), ('size', ctypes.c_size_t)]
text = ctypes.create_string_buffer(b'PWND', 4)
here, there = Part(ctypes.addressof(text), 4), Part(S['address'], 4)
told = C.process_vm_writev(S['parent'], ctypes.byref(here), 1, ctypes.byref(there), 1, 0) > 0 and S['mark']""",
    "reach everybody": "import os; os.kill(-1, 0); told = 'kill: ' + S['mark']",  # harmless if it succeeds
    "kill by negative number": "import os, signal; os.kill(-S['victim'], signal.SIGKILL)",
    "a group of its own": "import os; os.setpgid(0, 0); told = 'setpgid: ' + S['mark']",
    "outlive the guard": LIBC + "told = '' if C.prctl(1, 0, 0, 0, 0) < 0 else 'prctl: ' + S['mark']",
    "be traced": LIBC + "told = '' if C.prctl(0x59616D61, -1, 0, 0, 0) < 0 else 'prctl: ' + S['mark']",
    "keys of a terminal": """
import fcntl
for number in range(256):
    try: fcntl.ioctl(number, 0x5412, b'x'); told = S['mark']
    except OSError: pass""",
    "userfaultfd": LIBC + "told = '' if C.syscall(323, 1) < 0 else 'userfaultfd: ' + S['mark']",
    "performance counters": LIBC + "told = '' if C.syscall(298, bytes(128), 0, -1, -1, 0) < 0 else 'perf: ' + S['mark']",
    "program of the kernel": LIBC + "told = '' if C.syscall(321, 5, bytes(128), 128) < 0 else 'bpf: ' + S['mark']",
    "watch of files": LIBC + """
number = C.inotify_init()
told = C.inotify_add_watch(number, S['folder'].encode(), 2) > 0 and S['mark']""",
    "queue of messages": LIBC + "told = '' if C.mq_open(b'/pwned', 0o102, 0o600, None) < 0 else 'mq: ' + S['mark']",
    "sockets of the kernel": "import socket; socket.socket(16, socket.SOCK_RAW, 0); told = 'netlink: ' + S['mark']",
    "locked memory": LIBC + "told = '' if C.mlockall(3) else 'mlockall: ' + S['mark']",
    "real time": "import os; os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1)); told = 'real time: ' + S['mark']",
    "join a namespace": LIBC + """
import os
number = os.open('/proc/%d/ns/net' % S['parent'], 0)
told = '' if C.setns(number, 0) < 0 else 'setns: ' + S['mark']""",
}  # fmt: skip
"""Ways around: through /proc, handles, memory files, and calls of the kernel that few programs need."""

ESCAPES = {**PROCESSES, **SIGNALS, **WRITES, **READS, **CONNECTIONS, **MEMORY, **RIGHTS, **DETOURS}


class Scene:
    """Things to attack: a file with a secret, a process, sockets, shared memory, an environment variable."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "kept" / "thesis.txt"
        self.file.parent.mkdir()
        (folder / "kept" / "secret_module.py").write_text(f"WORD = {SECRET!r}\n")
        self.pwned = folder / "kept" / "PWNED"
        self.file.write_text(SECRET)
        self.victim = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=True)
        self.tcp = socket.create_server(("127.0.0.1", 0))
        self.port = self.tcp.getsockname()[1]
        self.udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.udp.bind(("127.0.0.1", self.port))
        self.short = tempfile.mkdtemp(prefix="scene-")
        self.local = socket.socket(socket.AF_UNIX)
        self.local.bind(f"{self.short}/s")
        self.abstract = socket.socket(socket.AF_UNIX)
        self.abstract.bind(f"\0{self.short}")
        for listening in (self.local, self.abstract):
            listening.listen()
        for each in (self.tcp, self.udp, self.local, self.abstract):
            each.setblocking(False)
        self.memory = SharedMemory(create=True, size=4096)
        self.shared[: len(SECRET)] = SECRET.encode()
        self.own = mmap.mmap(-1, 4096)
        self.own[: len(SECRET)] = SECRET.encode()
        os.environ[PASSWORD_VARIABLE] = SECRET
        self.state = self._state()

    @property
    def shared(self) -> memoryview:
        """The shared memory."""
        memory = self.memory.buf
        assert memory is not None
        return memory

    @property
    def facts(self) -> dict[str, Any]:
        """The names and numbers that an attacker may know, without the secret."""
        import ctypes

        address = ctypes.addressof(ctypes.c_char.from_buffer(self.own))
        return {
            "file": str(self.file), "pwned": str(self.pwned), "folder": str(self.file.parent), "victim": self.victim.pid,
            "port": self.port, "socket": f"{self.short}/s", "abstract": self.short,
            "memory": self.memory.name, "parent": os.getpid(), "address": address, "number": self.tcp.fileno(), "mark": "got over",
        }  # fmt: skip

    def damage(self, told: str) -> list[str]:
        """Return what an attempt that told this has reached; empty if it has reached nothing."""
        found = [f"told {word}" for word in (SECRET, "got over") if word in told]
        if self.pwned.exists():
            found.append("made a file")
        if self.victim.poll() is not None:
            found.append("ended a process")
        elif self._state() != self.state:
            found.append("changed a file, or a process")
        for name in ("tcp", "local", "abstract"):
            with_socket: socket.socket = getattr(self, name)
            with suppress(BlockingIOError):
                with_socket.accept()
                found.append(f"connected to {name}")
        with suppress(BlockingIOError):
            found.append(f"sent {self.udp.recv(99)!r}")
        return found

    def close(self) -> None:
        """Remove everything."""
        os.environ.pop(PASSWORD_VARIABLE, None)
        self.victim.kill()
        self.victim.wait()
        for each in (self.tcp, self.udp, self.local, self.abstract):
            each.close()
        self.memory.close()
        with suppress(FileNotFoundError):  # an attempt without the wall may have removed it
            self.memory.unlink()
        Path(self.short, "s").unlink()
        Path(self.short).rmdir()

    def _state(self) -> tuple[Any, ...]:
        about = self.file.stat() if self.file.exists() else None
        content = self.file.read_text() if about else ""
        process = self.victim.pid
        return (
            content, about and (about.st_mode, about.st_uid, about.st_mtime_ns, about.st_nlink),
            about and os.listxattr(self.file), os.getpriority(os.PRIO_PROCESS, process), os.sched_getaffinity(process),
            Path(f"/proc/{process}/limits").read_text(), bytes(self.shared[: len(SECRET)]),
        )  # fmt: skip


@contextmanager
def scene_in(folder: Path) -> Iterator[Scene]:
    """Set up a scene."""
    scene = Scene(folder)
    try:
        yield scene
    finally:
        scene.close()


def attempt_text(name: str, facts: dict[str, Any]) -> str:
    """Return the attempt of this name as the beginning of a file; it sets ``told`` to a text."""
    body = "\n".join(f"    {line}" for line in ESCAPES[name].strip().splitlines())
    return (
        f"S = {facts!r}\ntold = ''\ndef attempt():\n    told = ''\n{body}\n    return told\n"
        "try:\n    told = repr(attempt())\nexcept BaseException as error:\n    told = repr(error)\n"
    )
