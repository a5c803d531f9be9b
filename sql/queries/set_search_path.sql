-- The workspace's schema, then the one the extension lives in: not every provider puts it into `public`.
SELECT set_config(
    'search_path',
    concat_ws(', ', quote_ident(%(schema)s), (
        SELECT quote_ident(n.nspname) FROM pg_extension AS e JOIN pg_namespace AS n ON n.oid = e.extnamespace
        WHERE e.extname = 'vector'
    )),
    false
)
