"""The store: Postgres, embedded or served, with one repository per aggregate.

What belongs here: connections, migrations, and the repositories that turn rows into domain values and back. What does
not: any SQL text (top-level ``sql/``), any rule about drugs or evidence, any setting.
"""
