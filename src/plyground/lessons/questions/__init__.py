"""The questions of lessons: each asks for a prediction, then shows what the real search, solver or table says."""
