"""Records of searches, as trees."""
