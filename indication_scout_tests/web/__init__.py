"""Tests of the web application: its API, its pages, its safety."""
