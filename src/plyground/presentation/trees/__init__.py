"""Trees of decisions as the page, notebook and console show them."""
