"""The class live: the room of its students, and the teacher's page for the projector."""
