"""Playing: matches, audits of players against every reply, analyses of a position."""
