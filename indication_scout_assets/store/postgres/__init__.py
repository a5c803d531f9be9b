"""Postgres itself, embedded or served: starting and finding the server, connections, migrations.

What belongs here: what is true of any table. The tables' rows are read and written by the repositories beside it.
"""
