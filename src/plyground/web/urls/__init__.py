"""URLs of the page as objects, without HTML."""
