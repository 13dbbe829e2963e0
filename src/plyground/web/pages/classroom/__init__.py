"""The rooms of a class: its entrance, its invitation and all its answers."""
