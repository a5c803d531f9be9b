"""Tests of Dagster behaviour on real instances, and of the command line."""
