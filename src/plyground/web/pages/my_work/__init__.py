"""The room that lists a visitor's own work."""
