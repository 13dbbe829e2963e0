"""The lowering of texts to LLVM, one part of the language a module."""
