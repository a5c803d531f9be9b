INSERT INTO normalized_names (disease_id, term, mesh_id, method, confidence, name, fingerprint)
VALUES (%(disease_id)s, %(term)s, %(mesh_id)s, %(method)s, %(confidence)s, %(name)s, %(fingerprint)s)
ON CONFLICT (disease_id) DO UPDATE SET
    term = excluded.term,
    mesh_id = excluded.mesh_id,
    method = excluded.method,
    confidence = excluded.confidence,
    name = excluded.name,
    fingerprint = excluded.fingerprint,
    updated_at = now()
WHERE (normalized_names.name, normalized_names.fingerprint) IS DISTINCT FROM (excluded.name, excluded.fingerprint)
