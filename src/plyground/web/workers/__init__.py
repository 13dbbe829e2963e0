"""Worker processes: the pool, its queue and its progress."""
