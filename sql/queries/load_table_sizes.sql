SELECT relname AS name, pg_total_relation_size(oid) AS bytes
FROM pg_class
WHERE relnamespace = %(workspace)s::regnamespace AND relkind = 'r'
ORDER BY relname
