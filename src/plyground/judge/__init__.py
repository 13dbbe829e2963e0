"""The judge: the value of every move of a position on one scale, the mark of a move, and its cause in words.

A judgement is a pure function of the position, the positions that were repeated, the nodes and the version. No clock,
no shared table and no random seed has a part in it. So every room and every process says the same of a position.
"""
