-- Watched drugs with a failed stage.
SELECT r.slug, r.stage || ': ' || r.reason AS detail
FROM stage_runs r
JOIN drugs d USING (slug)
WHERE r.status = 'failed' AND d.active
ORDER BY r.slug, r.stage;
