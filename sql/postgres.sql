-- Postgres itself: databases, the extension, locks and the migrations that were applied.

-- name: find_database(name)^
SELECT 1 AS found FROM pg_database WHERE datname = :name;

-- name: find_vector_extension()^
SELECT extversion AS version FROM pg_extension WHERE extname = 'vector';

-- name: find_available_vector()^
SELECT default_version AS version FROM pg_available_extensions WHERE name = 'vector';

-- name: create_vector_extension()!
CREATE EXTENSION IF NOT EXISTS vector SCHEMA public;

-- name: set_search_path(schema)^
-- The workspace's schema, then the one the extension lives in: not every provider puts it into `public`.
SELECT set_config(
    'search_path',
    concat_ws(', ', quote_ident(:schema), (
        SELECT quote_ident(n.nspname) FROM pg_extension AS e JOIN pg_namespace AS n ON n.oid = e.extnamespace
        WHERE e.extname = 'vector'
    )),
    false
);

-- name: lock(name)^
SELECT pg_advisory_lock(hashtextextended(:name, 0));

-- name: try_lock(name)^
SELECT pg_try_advisory_lock(hashtextextended(:name, 0)) AS locked;

-- name: unlock(name)^
SELECT pg_advisory_unlock(hashtextextended(:name, 0));

-- name: find_dagster_tables()^
-- The last table that each of Dagster's three storages makes.
SELECT count(*) = 3 AS complete FROM pg_tables
WHERE schemaname = 'public' AND tablename IN ('runs', 'event_logs', 'instigators');

-- name: create_schema_migrations()!
CREATE TABLE IF NOT EXISTS schema_migrations (
    version    integer PRIMARY KEY,
    name       text NOT NULL,
    checksum   text NOT NULL,                     -- SHA-256 of the file
    applied_at timestamptz NOT NULL DEFAULT now()
);

-- name: find_schema_migrations(schema)^
SELECT 1 AS found FROM pg_tables WHERE schemaname = :schema AND tablename = 'schema_migrations';

-- name: load_schema_migrations()
SELECT version, name, checksum FROM schema_migrations ORDER BY version;

-- name: record_migration(version, name, checksum)!
INSERT INTO schema_migrations (version, name, checksum) VALUES (:version, :name, :checksum);
