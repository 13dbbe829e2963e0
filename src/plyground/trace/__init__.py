"""Record a search step by step and read the record."""
