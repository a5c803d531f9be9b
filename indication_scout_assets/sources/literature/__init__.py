"""Clients of sources of articles and of notices on them."""
