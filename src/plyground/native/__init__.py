"""Compile rules and searches to machine code."""
