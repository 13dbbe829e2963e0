"""The source texts of functions: their syntax trees, and facts about their names and rows."""
