"""Boards as the page, notebook and console show them."""
