"""The tests: a folder for each room, and fixtures for all."""
