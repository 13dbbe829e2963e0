"""Object code: made by LLVM, kept in the cache, loaded."""
