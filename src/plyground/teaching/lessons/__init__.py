"""Lessons: parse their files and ask their questions."""
