"""Tests of what assistants are offered over the Model Context Protocol."""
