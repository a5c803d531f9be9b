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

-- name: load_drug_names()
-- Of drugs that a source has identified, of labels, and of the matrix; codes of research are nothing anybody misspells.
SELECT DISTINCT lower(name) AS name FROM (
    SELECT d.name FROM drugs AS d WHERE d.chembl_id IS NOT NULL
    UNION ALL
    SELECT s.label FROM drug_synonyms AS s WHERE s.kind <> 'research_code'
    UNION ALL
    SELECT a.name FROM label_aliases AS a
    UNION ALL
    SELECT m.name FROM matrix_drugs AS m
) AS called
WHERE name IS NOT NULL
ORDER BY 1;
