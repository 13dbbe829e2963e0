"""Learned evaluations: by self-play, from the rules alone.

:mod:`.study` finds the cells of a game and :mod:`.symmetries` its symmetries, :mod:`.reader` reads positions by them.
:mod:`.tables` adds up weights, :mod:`.learner` learns them by TD(λ), on top of another evaluation if there is one
(:mod:`.on_top`), :mod:`.duel` compares versions, :mod:`.learn` puts all together. :mod:`.learned` is the evaluation for
play, and :mod:`.weights_file` keeps it.
"""
