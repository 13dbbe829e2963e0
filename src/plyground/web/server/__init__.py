"""Start the web server and its routes."""
