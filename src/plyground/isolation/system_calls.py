"""The numbers of the system calls of Linux that a process behind the wall may make.

Source: the kernel's headers asm/unistd_64.h (x86-64) and asm-generic/unistd.h (aarch64).
"""

from __future__ import annotations

from typing import NamedTuple

_TABLE = """
    read:0:63 write:1:64 readv:19:65 pread64:17:67 close:3:57 fstat:5:80 newfstatat:262:79 stat:4:- lstat:6:-
    statx:332:291 lseek:8:62 mmap:9:222 mprotect:10:226 munmap:11:215 mremap:25:216 madvise:28:233 brk:12:214
    futex:202:98 futex_waitv:449:449 sched_yield:24:124 clock_gettime:228:113 clock_getres:229:114
    clock_nanosleep:230:115 nanosleep:35:101 gettimeofday:96:169 time:201:- times:100:153 rt_sigaction:13:134
    rt_sigprocmask:14:135 rt_sigreturn:15:139 rt_sigpending:127:136 rt_sigsuspend:130:133 rt_sigtimedwait:128:137
    sigaltstack:131:132 restart_syscall:219:128 pause:34:- getitimer:36:102 setitimer:38:103 alarm:37:-
    openat:257:56 open:2:- access:21:- faccessat:269:48 faccessat2:439:439 getdents:78:- getdents64:217:61
    readlink:89:- readlinkat:267:78 getcwd:79:17 chdir:80:49 statfs:137:43 fstatfs:138:44 fadvise64:221:223
    dup:32:23 dup2:33:- dup3:292:24 pipe:22:- pipe2:293:59 eventfd2:290:19 poll:7:- ppoll:271:73 select:23:-
    pselect6:270:72 epoll_create1:291:20 epoll_ctl:233:21 epoll_wait:232:- epoll_pwait:281:22 epoll_pwait2:441:441
    getpid:39:172 gettid:186:178 getppid:110:173 getpgid:121:155 getpgrp:111:- getsid:124:156 getuid:102:174
    geteuid:107:175 getgid:104:176 getegid:108:177 getgroups:115:158 getresuid:118:148 getresgid:120:150
    uname:63:160 sysinfo:99:179 getrlimit:97:163 getrusage:98:165 sched_getaffinity:204:123 sched_getparam:143:121
    sched_getscheduler:145:120 sched_get_priority_max:146:125 sched_get_priority_min:147:126 getcpu:309:168
    getpriority:140:141 get_mempolicy:239:236 mincore:27:232 membarrier:324:283 rseq:334:293 set_robust_list:273:99
    set_tid_address:218:96 arch_prctl:158:- getrandom:318:278 wait4:61:260 waitid:247:95 umask:95:166
    close_range:436:436 exit:60:93 exit_group:231:94 writev:20:66 msync:26:227
"""
"""The calls that are always allowed: name:number on x86-64:number on aarch64, - for none."""
_FURTHER = """
    clone:56:220 clone3:435:435 kill:62:129 tgkill:234:131 ioctl:16:29 fcntl:72:25 prctl:157:167 prlimit64:302:261
    seccomp:317:277 pivot_root:155:41
"""
"""The calls that are allowed with certain arguments only, or that make the wall."""


def _read(table: str) -> dict[str, tuple[int, int]]:
    rows = (row.split(":") for row in table.split())
    return {name: (_number(first), _number(second)) for name, first, second in rows}


def _number(text: str) -> int:
    return -1 if text == "-" else int(text)


ALLOWED_CALLS = tuple(_read(_TABLE))
CALLS = _read(_TABLE) | _read(_FURTHER)
"""The numbers of the calls by name, on x86-64 and on aarch64; −1 = the machine does not have the call."""


class Machine(NamedTuple):
    """A kind of processor, with its numbers of system calls."""

    column: int  # place of its numbers in CALLS
    architecture: int  # AUDIT_ARCH_... of linux/audit.h
    newest: int  # newest call that existed when the table was made

    def number(self, name: str) -> int | None:
        """Return the number of a call; None if this machine does not have it."""
        number = CALLS[name][self.column]
        return None if number < 0 else number

    @property
    def filter_call(self) -> int:
        """The number of the call that sets a filter."""
        return CALLS["seccomp"][self.column]


MACHINES = {"x86_64": Machine(0, 0xC000003E, 462), "aarch64": Machine(1, 0xC00000B7, 462)}
