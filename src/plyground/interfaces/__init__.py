"""What people touch: the command line, the console, the web page."""
