"""Show games, matches and values to people: texts and states shared by the page, the notebook and the console."""
