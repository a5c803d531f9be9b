"""Fixtures: the ``scout`` command called as a user calls it, and the local server of the sources."""

from indication_scout_tests.cli.command import cheap, nowhere, scout, server

__all__ = ["cheap", "nowhere", "scout", "server"]
