"""The rooms of the page, one folder or file each."""
