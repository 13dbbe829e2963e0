"""Connected pages: elements in Python, drawn as HTML in the response, then kept the same in the browser through a socket."""
