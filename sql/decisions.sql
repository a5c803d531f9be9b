-- Decisions of readers on candidates and their records.

-- name: save(drug, disease_id, disease, record, verdict, reason, decided_by)!
INSERT INTO reader_decisions (drug, disease_id, disease, record, verdict, reason, decided_by)
VALUES (:drug, :disease_id, :disease, :record, :verdict, :reason, :decided_by)
ON CONFLICT (drug, disease_id, record) DO UPDATE
SET disease = excluded.disease,
    verdict = excluded.verdict,
    reason = excluded.reason,
    decided_by = excluded.decided_by,
    decided_at = now();

-- name: load(drug)
SELECT drug, disease_id, disease, record, verdict, reason, decided_by, decided_at
FROM reader_decisions
WHERE :drug = '' OR drug = :drug
ORDER BY drug, disease, record;

-- name: remove(drug, disease_id, record)!
DELETE FROM reader_decisions
WHERE drug = :drug AND disease_id = :disease_id AND record = :record;
