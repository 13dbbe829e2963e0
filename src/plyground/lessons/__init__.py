"""Lessons: trees to learn from, exercises with their marking, and students' own searches beside the reference."""
