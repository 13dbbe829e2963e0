"""The store of visitors' games, trees and answers: one SQLite file."""
