-- Names of drugs and diseases the workspace knows.

-- name: load_drugs()
-- Codes of research are left out: two letters and a number mean many things in a full text.
SELECT d.slug, d.name, d.query, array_remove(array_agg(s.label ORDER BY s.position), NULL) AS synonyms
FROM drugs AS d
LEFT JOIN drug_synonyms AS s ON s.slug = d.slug AND s.kind <> 'research_code'
GROUP BY d.slug
ORDER BY d.slug;

-- name: load_diseases()
SELECT name FROM normalized_names ORDER BY disease_id;
