"""Lessons and exercises: trees from textbooks, exercises with marking, and comparison of students' searches with the
reference.
"""
