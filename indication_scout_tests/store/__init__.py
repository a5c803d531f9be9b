"""Tests of the store, on the embedded Postgres."""
