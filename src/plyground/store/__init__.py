"""What people keep: their games, trees and answers to exercises, in one SQLite file."""
