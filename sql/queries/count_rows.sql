-- Exact: the planner's estimates are wrong for young tables, and ours are small enough to count.
SELECT count(*) AS rows FROM {table}
