"""Tournaments and other programs: games as files, ratings of files, slices of other machines, citations."""
