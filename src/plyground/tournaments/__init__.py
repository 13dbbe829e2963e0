"""Tournaments: bots of any game play each other. Their results give ratings with error bounds."""
