"""What people keep: their games, trees and answers to exercises, in one SQLite file."""

from plyground.store.store import Answered, Kept, Store, default_path

__all__ = ["Answered", "Kept", "Store", "default_path"]
