"""Assignments of known courses: graded with one option, as their public descriptions ask."""
