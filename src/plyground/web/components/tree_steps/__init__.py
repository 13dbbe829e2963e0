"""The stepping view of a tree on a page, which a reader can change."""
