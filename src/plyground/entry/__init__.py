"""The public functions that search and solve: their arguments, and the choice between plain and compiled code.

Each takes a position, a game, a tree or the name of a game, checks its arguments, chooses the faster code unless it is
told, and calls the function of the same kind in :mod:`plyground.searches`, :mod:`plyground.solvers` and others. Those
take positions alone, and run plain Python unless they are told.
"""
