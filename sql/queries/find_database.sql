SELECT 1 AS found FROM pg_database WHERE datname = %(name)s
