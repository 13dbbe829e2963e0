"""Step through a recorded search in the browser."""
