-- The rates of the sources, shared by all workspaces and hosts of a server: one row per service.

-- name: find_table()^
SELECT 1 AS found FROM pg_tables WHERE schemaname = '_rates' AND tablename = 'hosts';

-- name: make_schema()!
-- No workspace can have this name: theirs begin with a letter.
CREATE SCHEMA IF NOT EXISTS _rates;

-- name: make_table()!
-- Unlogged: after a crash of the server every rate begins anew, which costs one request too early.
CREATE UNLOGGED TABLE IF NOT EXISTS _rates.hosts (
    host  text PRIMARY KEY,
    known text NOT NULL DEFAULT ''   -- its latest requests as JSON, in seconds since 1970 by the server's clock
) WITH (fillfactor = 10);

-- name: notice_lost_hosts()!
-- A host that lost its power gives its turns back after 25 seconds, not after two hours.
SELECT
    set_config('tcp_keepalives_idle', '10', false),
    set_config('tcp_keepalives_interval', '5', false),
    set_config('tcp_keepalives_count', '3', false);

-- name: lock_host(host)^
-- RETURNING is read when the row is ours, so that `moment` is no earlier than what it is compared with.
INSERT INTO _rates.hosts AS known (host)
VALUES (:host)
ON CONFLICT (host) DO UPDATE SET host = known.host
RETURNING known, extract(EPOCH FROM clock_timestamp())::double precision AS moment;

-- name: save_host(host, known)!
UPDATE _rates.hosts SET known = :known WHERE host = :host;

-- name: try_turn(name)^
SELECT pg_try_advisory_lock(hashtextextended(:name, 0)) AS ours;

-- name: end_turn(name)^
SELECT pg_advisory_unlock(hashtextextended(:name, 0));
