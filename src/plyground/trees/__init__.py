"""Trees as games: written by hand, made by chance, or unfolded from a real game."""

from plyground.trees.nodes import TreePosition
from plyground.trees.random import random_tree
from plyground.trees.tree import Tree
from plyground.trees.unfold import unfold

__all__ = ["Tree", "TreePosition", "random_tree", "unfold"]
