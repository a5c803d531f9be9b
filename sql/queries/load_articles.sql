SELECT pmid, record || jsonb_build_object('title', title, 'abstract', abstract) AS article
FROM articles
WHERE pmid = ANY (%(pmids)s)
