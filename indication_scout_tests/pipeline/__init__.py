"""Tests of the stage engine and of each group's stages."""
