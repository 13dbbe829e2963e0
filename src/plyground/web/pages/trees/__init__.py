"""The rooms that draw trees and step through a search."""
