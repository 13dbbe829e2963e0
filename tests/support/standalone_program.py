"""Compiled functions without Python: linked by a C compiler, run by an emulator of another processor or by valgrind; and as
WebAssembly, run by Node.
"""

from __future__ import annotations

import ctypes
import json
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from plyground.native.arguments import Packer, reader, result_words, shape_of_example
from plyground.native.code_generation import llvm_text, make
from plyground.native.options import Options
from plyground.native.targets import wasm32
from plyground.native.targets.machine import target_machine
from plyground.native.targets.passes import optimized
from plyground.native.targets.target import ENTRY, WASM32
from plyground.native.targets.wasm_linker import Linkable

ARM64 = "aarch64-unknown-linux-gnu"
ARM64_COMPILER, ARM64_EMULATOR = "aarch64-linux-gnu-gcc", "qemu-aarch64"
NODE_SCRIPT = Path(__file__).with_name("twin_in_node.mjs")
DATA_ADDRESS = 1024
STACK_BYTES = 1 << 20
TIMEOUT_S = 600
MAIN = """
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int32_t enter(void *arguments, void *results);

static const unsigned char blocks[][SIZE] = {BLOCKS};

int main(void) {
    for (unsigned call = 0; call < sizeof blocks / SIZE; call++) {
        /* blocks of exactly this size, so that a checker of memory sees each access beside them */
        unsigned char *block = malloc(SIZE);
        int64_t *results = malloc(8 * WORDS);
        memcpy(block, blocks[call], SIZE);
        memset(results, 0, 8 * WORDS);
        int32_t status = enter(block, results);
        printf("%d", status);
        for (int word = 0; word < WORDS; word++) printf(" %lld", (long long)results[word]);
        printf(" %d\\n", memcmp(block, blocks[call], SIZE) == 0);
        free(block);
        free(results);
    }
    return 0;
}
"""
"""The program: it calls the function with each block of arguments, and prints status, results, and 1 if it left the block as
it was.
"""


def missing(*programs: str) -> str:
    """Return the first of these programs that is not installed; an empty text if all are."""
    return next((program for program in programs if shutil.which(program) is None), "")


def outcomes(
    function: Callable[..., Any],
    calls: Sequence[tuple[Any, ...]],
    folder: Path,
    *,
    options: Options | None = None,
    target: str | None = None,
    compiler: str = "gcc",
    runner: Sequence[str] = (),
) -> list[Any]:
    """Return what a compiled function gives for the arguments of each call, or the kind of its exception.

    The code is made for ``target`` (None: this machine), linked by ``compiler`` and run by the command ``runner``; for
    :data:`WASM32` it is run by Node. Its arguments are positions and numbers, no arrays. Raise CalledProcessError if the
    program fails.
    """
    options = make(function, calls[0], options or Options()).options  # wide enough for what the text shows
    text, program, shape = llvm_text(function, calls[0], options)
    packer = Packer(tuple(shape_of_example(example, options, {}) for example in calls[0]))
    blocks = [packer.pack(call)[0] for call in calls]
    if target == WASM32:
        output = _in_node(wasm32.object_code(text), blocks, result_words(shape), folder)
    else:
        machine = target_machine(target)
        (folder / "twin.o").write_bytes(machine.emit_object(optimized(text, machine)))
        output = _in_c(blocks, result_words(shape), folder, compiler, runner)
    kinds = [site.kind for site in program.sites]
    found: list[Any] = []
    for line in output.splitlines():
        status, *words, is_kept = map(int, line.split())
        assert is_kept, "the arguments were changed"
        found.append(kinds[status - 1] if status else reader(shape)((ctypes.c_int64 * len(words))(*words)))
    return found


def _in_c(blocks: Sequence[bytes], words: int, folder: Path, compiler: str, runner: Sequence[str]) -> str:
    """Return the output of a program in C that calls the object code in ``twin.o``."""
    numbers = ", ".join("{" + ", ".join(map(str, block)) + "}" for block in blocks)
    source = MAIN.replace("{BLOCKS}", "{" + numbers + "}")
    (folder / "main.c").write_text(source.replace("SIZE", str(len(blocks[0]))).replace("WORDS", str(words)))
    linking = "-no-pie" if compiler == "gcc" else "-static"  # an emulator does not find the libraries of its processor
    made = [compiler, linking, "-O1", "-g", "-o", "program", "main.c", "twin.o", "-lm"]
    subprocess.run(made, cwd=folder, check=True, timeout=TIMEOUT_S)
    done = subprocess.run(
        [*runner, "./program"], cwd=folder, check=True, timeout=TIMEOUT_S, capture_output=True, text=True
    )
    return done.stdout


def _in_node(code: bytes, blocks: Sequence[bytes], words: int, folder: Path) -> str:
    """Return what Node writes when it calls object code of WebAssembly."""
    linkable = Linkable(code, ENTRY)
    stack = (1 + -(-(DATA_ADDRESS + linkable.size) // STACK_BYTES)) * STACK_BYTES
    (folder / "twin.wasm").write_bytes(linkable.module(DATA_ADDRESS))
    (folder / "blocks.json").write_text(json.dumps(list(map(list, blocks))))
    command = ["node", str(NODE_SCRIPT), "twin.wasm", "blocks.json", str(words), str(stack)]
    done = subprocess.run(command, cwd=folder, check=True, timeout=TIMEOUT_S, capture_output=True, text=True)
    return done.stdout
