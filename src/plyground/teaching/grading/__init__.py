"""Grading of students' code: run each in isolation, compare it with the reference, and explain its mistakes."""
