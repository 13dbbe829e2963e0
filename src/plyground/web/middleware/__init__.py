"""ASGI middleware: access, security headers and the visitor's cookie."""
