"""The rooms of lessons and exercises."""
