"""Games whose rules run in another process."""
