-- Vectors of passages by nearness: an index over all of a model's, beside the exact scan of few.
-- {dimension}, {index} and {model} are part of the statement: an index over an expression is found by its exact words.

-- name: count_vectors(model)^
SELECT count(*) AS vectors FROM passage_embeddings WHERE model = :model;

-- name: find_index(index)^
-- An index that was left half-made is not valid, and not found.
SELECT i.indexrelid::regclass::text AS name
FROM pg_index AS i
WHERE i.indexrelid = to_regclass(quote_ident(:index)) AND i.indisvalid;

-- name: set_build_memory(memory)^
SELECT set_config('maintenance_work_mem', :memory, true) AS memory;

-- name: make_index()!
CREATE INDEX IF NOT EXISTS {index} ON passage_embeddings
USING hnsw ((embedding::halfvec({dimension})) halfvec_cosine_ops) WITH (m = 16, ef_construction = 64)
WHERE model = {model};

-- name: load_extension()^
-- Until something of the extension is used its settings are unknown to the server, and any value is taken for good.
SELECT '[1]'::halfvec <=> '[1]'::halfvec AS nothing;

-- name: set_search(ef_search, scan_order, most)^
-- The settings of one search; the row is what holds after it.
SELECT
    set_config('hnsw.ef_search', :ef_search, true) AS ef_search,
    set_config('hnsw.iterative_scan', :scan_order, true) AS iterative_scan,
    set_config('hnsw.max_scan_tuples', :most, true) AS max_scan_tuples,
    set_config('hnsw.scan_mem_multiplier', '16', true) AS memory,
    -- Only the index gives rows in this order without a sort.
    set_config('enable_sort', 'off', true) AS enable_sort;

-- name: nearest_by_index(query, most)
SELECT passage_id AS id, 1 - (embedding::halfvec({dimension}) <=> :query::halfvec) AS cosine
FROM passage_embeddings
WHERE model = {model}
ORDER BY embedding::halfvec({dimension}) <=> :query::halfvec
LIMIT :most;

-- name: nearest_of(model, ids, query, dimension, most)
-- An exact scan of the given passages; LIMIT 1, which changes nothing, makes the planner look up each by primary key.
SELECT wanted.id, 1 - (present.embedding <=> :query::halfvec) AS cosine
FROM unnest(:ids::text[]) AS wanted (id)
CROSS JOIN LATERAL (
    SELECT e.embedding FROM passage_embeddings AS e WHERE e.passage_id = wanted.id AND e.model = :model LIMIT 1
) AS present
WHERE vector_dims(present.embedding) = :dimension
ORDER BY present.embedding <=> :query::halfvec, wanted.id
LIMIT :most;
