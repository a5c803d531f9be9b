INSERT INTO full_texts (article_id, source, text, sections, chunks, facts, text_hash, fetched_at)
VALUES (
    %(article_id)s, %(source)s, %(text)s, %(sections)s, %(chunks)s, %(facts)s, %(text_hash)s, %(fetched_at)s
)
ON CONFLICT (article_id) DO UPDATE SET
    source = excluded.source,
    text = excluded.text,
    sections = excluded.sections,
    chunks = excluded.chunks,
    facts = excluded.facts,
    text_hash = excluded.text_hash,
    fetched_at = excluded.fetched_at
