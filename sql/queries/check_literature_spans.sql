-- Citations of articles that do not quote the stored words, or quote a retracted or unknown article.
SELECT c.slug, c.disease_id || ' ' || c.evidence_id || ': ' || CASE
           WHEN a.id IS NULL THEN 'the article is not stored'
           WHEN coalesce(k.status, a.retraction) = 'retracted' THEN 'the article is retracted'
           ELSE 'the quoted words are not at ' || c.field || ' ' || c.start_char || '-' || c.end_char
       END AS detail
FROM citations c
LEFT JOIN articles a ON a.id = c.evidence_id
LEFT JOIN retraction_checks k ON k.slug = c.slug AND k.article_id = c.evidence_id
WHERE c.kind = 'literature'
  AND (a.id IS NULL
       OR coalesce(k.status, a.retraction) = 'retracted'
       OR substr(CASE c.field WHEN 'title' THEN a.title WHEN 'abstract' THEN a.abstract END,
                 c.start_char + 1, c.end_char - c.start_char) IS DISTINCT FROM c.quote)
ORDER BY c.slug, c.disease_id, c.evidence_id;
