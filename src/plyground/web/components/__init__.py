"""Parts of a page that several rooms use."""
