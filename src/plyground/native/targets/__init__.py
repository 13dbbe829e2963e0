"""The targets of the compiler: this machine, and WebAssembly in a browser."""
