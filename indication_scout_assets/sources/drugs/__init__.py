"""Clients of sources of drugs and their labels."""
