-- Citations of trials that do not quote the registered words.
SELECT c.slug, c.disease_id || ' ' || c.evidence_id || ': the quoted words are not at ' || c.field || ' '
               || c.start_char || '-' || c.end_char AS detail
FROM citations c
LEFT JOIN trials t ON t.nct_id = c.evidence_id
CROSS JOIN LATERAL (
    SELECT CASE c.field
               WHEN 'primary_outcomes' THEN (
                   SELECT string_agg(outcome, ' ' ORDER BY place)
                   FROM jsonb_array_elements_text(t.trial -> 'primary_outcomes') WITH ORDINALITY AS o (outcome, place))
               ELSE t.trial ->> c.field
           END AS text
) stored
WHERE c.kind = 'trials'
  AND (t.nct_id IS NULL
       OR c.field NOT IN ('title', 'summary', 'why_stopped', 'primary_outcomes')
       OR substr(stored.text, c.start_char + 1, c.end_char - c.start_char) IS DISTINCT FROM c.quote)
ORDER BY c.slug, c.disease_id, c.evidence_id;
