"""Ready tasks in code, for students."""
