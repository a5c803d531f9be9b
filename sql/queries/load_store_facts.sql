SELECT
    current_setting('server_version') AS server_version,
    (SELECT extversion FROM pg_extension WHERE extname = 'vector') AS vector_version,
    (SELECT max(version) FROM schema_migrations) AS schema_version,
    pg_database_size(current_database()) AS database_bytes
