-- Candidates: what each path found for a drug, and the merged list.

-- name: clear_findings(slug, path)!
DELETE FROM path_findings WHERE slug = :slug AND path = :path;

-- name: insert_findings(slug, path, findings)!
INSERT INTO path_findings (slug, path, position, disease_id, score, finding)
SELECT :slug, :path, position, value ->> 'disease_id', (value ->> 'score')::double precision, value
FROM jsonb_array_elements(:findings) WITH ORDINALITY AS given (value, position);

-- name: load_findings(slug, path)
SELECT finding FROM path_findings WHERE slug = :slug AND path = :path ORDER BY position;

-- name: clear(slug)!
DELETE FROM candidates WHERE slug = :slug;

-- name: insert(slug, candidates)!
INSERT INTO candidates (slug, disease_id, position, listed, rank, score, approval, set_aside, dual_path, candidate)
SELECT
    :slug,
    value ->> 'disease_id',
    position,
    value ->> 'listed',
    (value ->> 'rank')::integer,
    (value #>> '{score,total}')::double precision,
    value ->> 'approval',
    value ->> 'set_aside',
    (value ->> 'dual_path')::boolean,
    value - 'disease_id' - 'dual_path'
FROM jsonb_array_elements(:candidates) WITH ORDINALITY AS given (value, position);

-- name: load(slug)
SELECT c.candidate || jsonb_build_object('disease', d.disease) AS candidate
FROM candidates AS c JOIN diseases AS d ON d.id = c.disease_id
WHERE c.slug = :slug
ORDER BY c.position;
