"""Games of other libraries in plyground, and plyground's games in other libraries. Each module imports its library only
when used.
"""
