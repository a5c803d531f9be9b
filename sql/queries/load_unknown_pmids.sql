SELECT wanted.pmid
FROM unnest(%(pmids)s::text[]) WITH ORDINALITY AS wanted (pmid, position)
WHERE NOT EXISTS (SELECT FROM articles AS a WHERE a.pmid = wanted.pmid)
GROUP BY wanted.pmid
ORDER BY min(wanted.position)
