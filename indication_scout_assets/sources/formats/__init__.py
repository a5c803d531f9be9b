"""Formats that more than one service speaks: JATS, SPL, and plain text out of XML and JSON.

What belongs here: reading bytes without trusting them. Asking for them is in the module of the service.
"""
