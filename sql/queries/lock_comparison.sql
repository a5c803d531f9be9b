-- Until the transaction ends; one lock per workspace.
SELECT pg_advisory_xact_lock(hashtextextended('scout:comparison:' || current_schema(), 0))
