-- Normalized names: each disease under the name PubMed and ClinicalTrials.gov index it by.

-- name: save(disease_id, term, mesh_id, method, confidence, name, fingerprint)!
INSERT INTO normalized_names (disease_id, term, mesh_id, method, confidence, name, fingerprint)
VALUES (:disease_id, :term, :mesh_id, :method, :confidence, :name, :fingerprint)
ON CONFLICT (disease_id) DO UPDATE SET
    term = excluded.term,
    mesh_id = excluded.mesh_id,
    method = excluded.method,
    confidence = excluded.confidence,
    name = excluded.name,
    fingerprint = excluded.fingerprint,
    updated_at = now()
WHERE (normalized_names.name, normalized_names.fingerprint) IS DISTINCT FROM (excluded.name, excluded.fingerprint);

-- name: load(ids)
SELECT disease_id, name, fingerprint FROM normalized_names WHERE disease_id = ANY (:ids);
