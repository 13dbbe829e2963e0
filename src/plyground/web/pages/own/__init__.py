"""The room in which people write games of their own."""
