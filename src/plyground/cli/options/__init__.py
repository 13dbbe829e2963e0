"""Options of commands: those that several share, groups of them, and how their values are read."""
