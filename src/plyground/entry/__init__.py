"""The public functions that search and solve: their arguments, and the choice between plain and compiled code.

Each takes a position, a game, a tree or the name of a game, and checks its arguments. It chooses the faster code unless
the caller does. Then it calls the function of the same name in :mod:`plyground.searches`, :mod:`plyground.solvers` and
others, which take only positions and run plain Python by default.
"""
