"""The page as static files: lessons, exercises, trees and boards that run in the browser, without a server."""
