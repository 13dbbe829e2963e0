"""The room in which a game's evaluation is learned."""
