CREATE TABLE IF NOT EXISTS schema_migrations (
    version    integer PRIMARY KEY,
    name       text NOT NULL,
    checksum   text NOT NULL,                     -- SHA-256 of the file
    applied_at timestamptz NOT NULL DEFAULT now()
)
