"""The questions of lessons. Each asks for a prediction, then shows the result of the search, solver or table."""
