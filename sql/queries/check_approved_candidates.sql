-- Ranked candidates that are approved or withdrawn uses of the drug.
SELECT slug, disease_id || ': ' || approval AS detail
FROM candidates
WHERE rank IS NOT NULL AND approval IN ('approved', 'approved_broader', 'withdrawn')
ORDER BY slug, rank;
