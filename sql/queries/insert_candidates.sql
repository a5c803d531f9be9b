INSERT INTO candidates (slug, disease_id, position, rank, score, approval, set_aside, dual_path, candidate)
SELECT
    %(slug)s,
    value ->> 'disease_id',
    position,
    (value ->> 'rank')::integer,
    (value #>> '{score,total}')::double precision,
    value ->> 'approval',
    value ->> 'set_aside',
    (value ->> 'dual_path')::boolean,
    value - 'disease_id' - 'dual_path'
FROM jsonb_array_elements(%(candidates)s) WITH ORDINALITY AS given (value, position)
