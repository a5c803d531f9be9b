SELECT article_id, facts || jsonb_build_object('text', text, 'sections', sections, 'chunks', chunks) AS full_text
FROM full_texts
WHERE article_id = ANY (%(ids)s)
