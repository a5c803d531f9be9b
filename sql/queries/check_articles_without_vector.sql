-- Articles found for a drug whose present text has no vector of the model.
SELECT DISTINCT s.slug, 'PMID ' || a.pmid || ' has no vector of ' || %(model)s::text AS detail
FROM search_queries s
CROSS JOIN LATERAL unnest(s.ids) AS found (pmid)
JOIN articles a USING (pmid)
LEFT JOIN embeddings e ON e.pmid = a.pmid AND e.model = %(model)s AND e.text_hash = a.text_hash
WHERE s.source = 'PubMed' AND e.pmid IS NULL
ORDER BY 1, 2;
