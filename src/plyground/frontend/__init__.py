"""The JavaScript and the style sheets of page, notebooks and standalone files, and the function that bundles them."""
