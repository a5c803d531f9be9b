SELECT schemaname AS workspace FROM pg_tables WHERE tablename = 'schema_migrations' ORDER BY schemaname
