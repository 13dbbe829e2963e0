"""Draw trees as SVG, PNG, TikZ, text and tables."""
