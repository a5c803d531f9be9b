-- Data checks: each block finds the rows of a drug that break one rule, and says what is wrong.

-- name: check_approved_candidates(slug)
-- Ranked candidates that are approved or withdrawn uses of the drug.
SELECT disease_id || ': ' || approval AS detail
FROM candidates
WHERE slug = :slug AND rank IS NOT NULL AND approval IN ('approved', 'approved_broader', 'withdrawn')
ORDER BY listed, rank;

-- name: check_articles_without_vector(slug, model)
-- Articles found for the drug whose present text has no vector of the model.
SELECT DISTINCT a.id || ' has no vector of ' || :model::text AS detail
FROM candidate_articles p
JOIN articles a ON a.id = p.article_id
LEFT JOIN embeddings e ON e.article_id = a.id AND e.model = :model AND e.text_hash = a.text_hash
WHERE p.slug = :slug AND e.article_id IS NULL AND NOT p.superseded
ORDER BY 1;

-- name: first_failure(subject, waiting)^
-- The stage of a drug or a collection that failed first by itself. Reasons of those that waited for another begin with
-- :waiting.
SELECT stage, reason
FROM stage_runs
WHERE subject = :subject AND status = 'failed'
ORDER BY starts_with(reason, :waiting::text), finished_at, stage
LIMIT 1;

-- name: check_literature_spans(slug)
-- Citations of articles that do not quote the stored words, or quote a retracted or unknown article.
SELECT c.disease_id || ' ' || c.evidence_id || ': ' || CASE
           WHEN a.id IS NULL THEN 'the article is not stored'
           WHEN coalesce(k.status, a.retraction) = 'retracted' THEN 'the article is retracted'
           ELSE 'the quoted words are not at ' || c.field || ' ' || c.start_char || '-' || c.end_char
       END AS detail
FROM citations c
LEFT JOIN articles a ON a.id = c.evidence_id
LEFT JOIN retraction_checks k ON k.slug = c.slug AND k.article_id = c.evidence_id
WHERE c.slug = :slug AND c.kind = 'literature'
  AND (a.id IS NULL
       OR coalesce(k.status, a.retraction) = 'retracted'
       OR substr(CASE c.field WHEN 'title' THEN a.title WHEN 'abstract' THEN a.abstract END,
                 c.start_char + 1, c.end_char - c.start_char) IS DISTINCT FROM c.quote)
ORDER BY c.disease_id, c.evidence_id;

-- name: check_ranked_evidence(slug)
-- Ranked rows whose numbers cannot be right: out of range, out of order, a gap in the ranks, a retracted paper ranked.
-- Ranks need not follow scores: kinds of evidence and studies have places of their own.
WITH rows AS (
    SELECT r.disease_id, r.article_id, r.rank, r.score,
           coalesce(c.status, a.retraction) AS retraction,
           r.ranked -> 'components' AS parts,
           r.in_top_k, r.ranked ->> 'same_study_as' AS same_study_as,
           bool_and(r.in_top_k OR r.ranked ->> 'same_study_as' <> '') OVER pair AS placed_before,
           row_number() OVER pair AS place
    FROM ranked_evidence r
    JOIN articles a ON a.id = r.article_id
    LEFT JOIN retraction_checks c ON c.slug = r.slug AND c.article_id = r.article_id
    WHERE r.slug = :slug AND r.rank IS NOT NULL
    WINDOW pair AS (PARTITION BY r.disease_id ORDER BY r.rank)
)
SELECT disease_id || ' ' || article_id || ': ' || CASE
           WHEN retraction = 'retracted' THEN 'retracted, yet ranked'
           WHEN in_top_k AND NOT placed_before THEN 'in the top k, yet ranked below one that is not'
           WHEN rank <> place THEN 'a rank is missing before ' || rank
           ELSE 'score or part outside its range'
       END AS detail
FROM rows
WHERE retraction = 'retracted'
   OR (in_top_k AND NOT placed_before)
   OR rank <> place
   OR NOT coalesce(score BETWEEN 0 AND 1, false)
   OR NOT coalesce((parts ->> 'fused')::float8 BETWEEN 0 AND 1, false)
   OR NOT coalesce((parts ->> 'cosine_normalized')::float8 BETWEEN 0 AND 1, false)
   OR NOT coalesce((parts ->> 'lexical_normalized')::float8 BETWEEN 0 AND 1, false)
   OR NOT coalesce((parts ->> 'cosine')::float8 BETWEEN -1.001 AND 1.001, false)
   OR NOT coalesce((parts ->> 'lexical')::float8 >= 0, false)
ORDER BY disease_id, rank;

-- name: check_trial_spans(slug)
-- Citations of trials that do not quote the registered words.
SELECT c.disease_id || ' ' || c.evidence_id || ': the quoted words are not at ' || c.field || ' '
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
WHERE c.slug = :slug AND c.kind = 'trials'
  AND (t.nct_id IS NULL
       OR c.field NOT IN ('title', 'summary', 'why_stopped', 'primary_outcomes')
       OR substr(stored.text, c.start_char + 1, c.end_char - c.start_char) IS DISTINCT FROM c.quote)
ORDER BY c.disease_id, c.evidence_id;
