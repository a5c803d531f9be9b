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

-- name: load_others()
-- Schemas beside the open one that have the tables in which a drug's report and names are looked for.
SELECT table_schema AS name
FROM information_schema.tables
WHERE table_name IN ('reports', 'drug_synonyms') AND table_schema <> current_schema()
GROUP BY table_schema
HAVING count(*) = 2
ORDER BY table_schema;

-- name: has_report(slug, name)^
SELECT EXISTS (
    SELECT FROM {reports} AS r
    WHERE
        r.slug = :slug
        OR r.slug IN (SELECT s.slug FROM {synonyms} AS s WHERE lower(s.label) = lower(:name))
) AS held;

-- name: load_copied_tables(workspace)
-- What a backup holds of each table: the columns that hold data of their own, and the tables its rows refer to.
SELECT
    c.relname AS name,
    ARRAY(
        SELECT a.attname::text FROM pg_attribute AS a
        WHERE
            a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' AND a.attidentity = ''
        ORDER BY a.attnum
    ) AS columns,
    ARRAY(
        SELECT p.relname::text FROM pg_constraint AS f JOIN pg_class AS p ON p.oid = f.confrelid
        WHERE f.conrelid = c.oid AND f.contype = 'f' AND p.oid <> c.oid
    ) AS refers_to
FROM pg_class AS c
WHERE c.relnamespace = :workspace::regnamespace AND c.relkind = 'r' AND c.relname <> 'schema_migrations'
ORDER BY c.relname;

-- name: see_one_moment()!
-- Of the transaction that has just begun: what others commit meanwhile is not seen.
SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY;

-- name: copy_out()!
COPY {table} ({columns}) TO STDOUT;

-- name: copy_in()!
COPY {table} ({columns}) FROM STDIN;
