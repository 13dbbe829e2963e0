"""Statistics of results: Elo differences with their errors, and sequential tests."""
