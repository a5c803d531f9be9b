"""Tests of checking what others wrote."""
