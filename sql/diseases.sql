-- Diseases: terms of the ontology, shared by all drugs.

-- name: save(diseases)!
INSERT INTO diseases (id, name, disease)
SELECT value ->> 'id', value ->> 'name', value
FROM jsonb_array_elements(:diseases) AS given (value)
ORDER BY 1  -- one order for all writers: no deadlock
ON CONFLICT (id) DO UPDATE SET name = excluded.name, disease = excluded.disease, updated_at = now()
WHERE diseases.disease IS DISTINCT FROM excluded.disease;
