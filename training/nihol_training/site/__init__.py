"""Learning one site from what staff corrected there, and whether it helps."""
