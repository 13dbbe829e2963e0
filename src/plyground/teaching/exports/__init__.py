"""Exports of exercises: Moodle, GIFT, LaTeX and notebook cells."""
