"""The command line and the console."""
