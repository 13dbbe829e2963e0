"""The texts of functions: read, with what they tell about names and rows."""
