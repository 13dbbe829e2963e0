"""Trees as games: written by hand, random, or unfolded from a real game."""

from plyground.trees.nodes import TreePosition
from plyground.trees.order import ORDERS, by_value, ordered
from plyground.trees.random import random_tree
from plyground.trees.static import StaticValues
from plyground.trees.tree import Tree
from plyground.trees.unfolding import unfold

__all__ = ["ORDERS", "StaticValues", "Tree", "TreePosition", "by_value", "ordered", "random_tree", "unfold"]
