"""Parts of the pages of a class."""
