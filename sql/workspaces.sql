-- Workspaces as a whole.

-- name: load_facts()^
SELECT
    current_setting('server_version') AS server_version,
    (SELECT extversion FROM pg_extension WHERE extname = 'vector') AS vector_version,
    (SELECT max(version) FROM schema_migrations) AS schema_version,
    pg_database_size(current_database()) AS database_bytes;

-- name: load_table_sizes(workspace)
SELECT relname AS name, pg_total_relation_size(oid) AS bytes
FROM pg_class
WHERE relnamespace = :workspace::regnamespace AND relkind = 'r'
ORDER BY relname;

-- name: count_rows()^
-- Exact: the planner's estimates are wrong for young tables, and ours are small enough to count.
SELECT count(*) AS rows FROM {table};

-- name: load()
SELECT schemaname AS workspace FROM pg_tables WHERE tablename = 'schema_migrations' ORDER BY schemaname;
