SELECT 1 AS found FROM pg_tables WHERE schemaname = %(schema)s AND tablename = 'schema_migrations'
