-- Ranked rows whose numbers cannot be right: out of range, out of order, a gap in the ranks, a retracted paper ranked.
-- Ranks need not follow scores: kinds of evidence and studies have places of their own.
WITH rows AS (
    SELECT r.slug, r.disease_id, r.article_id, r.rank, r.score,
           coalesce(c.status, a.retraction) AS retraction,
           r.ranked -> 'components' AS parts,
           r.in_top_k, r.ranked ->> 'same_study_as' AS same_study_as,
           bool_and(r.in_top_k OR r.ranked ->> 'same_study_as' <> '') OVER pair AS placed_before,
           row_number() OVER pair AS place
    FROM ranked_evidence r
    JOIN articles a ON a.id = r.article_id
    LEFT JOIN retraction_checks c ON c.slug = r.slug AND c.article_id = r.article_id
    WHERE r.rank IS NOT NULL
    WINDOW pair AS (PARTITION BY r.slug, r.disease_id ORDER BY r.rank)
)
SELECT slug, disease_id || ' ' || article_id || ': ' || CASE
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
ORDER BY slug, disease_id, rank;
