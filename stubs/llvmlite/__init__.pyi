"""Types of what plyground uses of llvmlite, which has none of its own."""

from llvmlite import binding as binding
from llvmlite import ir as ir

__version__: str
