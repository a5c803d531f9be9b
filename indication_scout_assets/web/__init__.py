"""The web application: pages and an HTTP API over one workspace, served by one process.

What belongs here: addresses, requests and responses, the pages' templates and their safety. What is answered comes from
``operations``; how a report looks is in ``reports``.
"""
