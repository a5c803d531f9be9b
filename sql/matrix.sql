-- The matrix of all drugs: what it is made from, its places, and both ways to ask.

-- name: begin(basis, data_version, drugs)!
-- A build that is stopped goes on where it was; one from other rules or another release begins anew.
INSERT INTO matrix_build (basis, data_version, drugs)
VALUES (:basis, :data_version, :drugs)
ON CONFLICT (id) DO UPDATE SET
    basis = excluded.basis,
    data_version = excluded.data_version,
    drugs = excluded.drugs,
    started_at = CASE
        WHEN matrix_build.basis = excluded.basis AND matrix_build.finished_at IS NULL THEN matrix_build.started_at
        ELSE now()
    END,
    finished_at = NULL;

-- name: forget_scores()!
UPDATE matrix_drugs SET basis = '';

-- name: load_scored(basis)
SELECT id FROM matrix_drugs WHERE basis = :basis;

-- name: save_drugs(basis, drugs)!
INSERT INTO matrix_drugs (id, name, names, basis)
SELECT
    value ->> 'id',
    value ->> 'name',
    ARRAY(SELECT DISTINCT lower(named) FROM jsonb_array_elements_text(value -> 'names') AS given (named)),
    :basis
FROM jsonb_array_elements(:drugs) AS given (value)
ORDER BY 1  -- one order for all writers: no deadlock
ON CONFLICT (id) DO UPDATE SET
    name = excluded.name, names = excluded.names, basis = excluded.basis, scored_at = now();

-- name: save_diseases(diseases)!
INSERT INTO matrix_diseases (id, name, names)
SELECT
    value ->> 'id',
    value ->> 'name',
    ARRAY(SELECT DISTINCT lower(named) FROM jsonb_array_elements_text(value -> 'names') AS given (named))
FROM jsonb_array_elements(:diseases) AS given (value)
ORDER BY 1  -- one order for all writers: no deadlock
ON CONFLICT (id) DO UPDATE SET name = excluded.name, names = excluded.names
WHERE (matrix_diseases.name, matrix_diseases.names) IS DISTINCT FROM (excluded.name, excluded.names);

-- name: clear_places(ids)!
DELETE FROM matrix_places WHERE drug_id = ANY (:ids);

-- name: insert_places(places)!
INSERT INTO matrix_places (drug_id, disease_id, listed, rank, score, own, odds, stage, paths)
SELECT
    value ->> 'drug',
    value ->> 'disease',
    value ->> 'listed',
    (value ->> 'rank')::integer,
    (value ->> 'score')::double precision,
    (value ->> 'own')::double precision,
    value ->> 'odds',
    value ->> 'stage',
    ARRAY(SELECT jsonb_array_elements_text(value -> 'paths'))
FROM jsonb_array_elements(:places) AS given (value);

-- name: clear_likely()!
DELETE FROM matrix_likely;

-- name: insert_likely(rows)!
INSERT INTO matrix_likely (disease_id, place, drug_id, likeness)
SELECT
    value ->> 'disease',
    (value ->> 'place')::integer,
    value ->> 'drug',
    (value ->> 'likeness')::double precision
FROM jsonb_array_elements(:rows) AS given (value);

-- name: drop_other_drugs(ids)!
DELETE FROM matrix_drugs WHERE NOT id = ANY(:ids::text[]);

-- name: drop_empty_diseases()!
DELETE FROM matrix_diseases AS d WHERE NOT EXISTS (SELECT FROM matrix_places AS p WHERE p.disease_id = d.id);

-- name: finish()!
UPDATE matrix_build SET finished_at = coalesce(finished_at, now());

-- name: load_state()^
SELECT
    data_version,
    drugs,
    (SELECT count(*) FROM matrix_drugs AS d WHERE d.basis = b.basis) AS scored,
    (SELECT count(*) FROM matrix_places WHERE listed = 'new' AND rank = 1) AS lists,
    (SELECT count(*) FROM matrix_diseases) AS diseases,
    (SELECT count(*) FROM matrix_places) AS places,
    started_at,
    finished_at
FROM matrix_build AS b;

-- name: find_drugs(name)
SELECT id, name FROM matrix_drugs
WHERE upper(:name) = id OR lower(:name) = ANY (names)
ORDER BY lower(name) = lower(:name) DESC, id;

-- name: find_diseases(name)
SELECT id, name FROM matrix_diseases
WHERE :name = id OR lower(:name) = ANY (names)
ORDER BY lower(name) = lower(:name) DESC, id;

-- name: suggest_drugs(part, most)
SELECT id, name FROM matrix_drugs
WHERE EXISTS (SELECT FROM unnest(names) AS given (named) WHERE strpos(named, lower(:part)) > 0)
ORDER BY length(name), name, id
LIMIT :most;

-- name: suggest_diseases(part, most)
SELECT id, name FROM matrix_diseases
WHERE EXISTS (SELECT FROM unnest(names) AS given (named) WHERE strpos(named, lower(:part)) > 0)
ORDER BY length(name), name, id
LIMIT :most;

-- name: load_diseases_of(drug, most)
SELECT p.*, g.name AS drug_name, d.name AS disease_name
FROM matrix_places AS p
JOIN matrix_diseases AS d ON d.id = p.disease_id
JOIN matrix_drugs AS g ON g.id = p.drug_id
WHERE p.drug_id = :drug AND p.rank <= :most
ORDER BY p.listed DESC, p.rank;

-- name: load_drugs_of(disease, most)
-- Places of different drugs are told by the score, and where the drug was tried, by its own development first.
SELECT *
FROM (
    SELECT
        p.*,
        g.name AS drug_name,
        d.name AS disease_name,
        row_number() OVER (
            PARTITION BY p.listed
            ORDER BY p.own DESC, p.score DESC, p.rank, g.name, p.drug_id
        ) AS place
    FROM matrix_places AS p
    JOIN matrix_diseases AS d ON d.id = p.disease_id
    JOIN matrix_drugs AS g ON g.id = p.drug_id
    WHERE p.disease_id = :disease
) AS ranked
WHERE place <= :most
ORDER BY listed DESC, place;

-- name: load_likely(disease, most)
-- With the disease's place in the drug's own list, where it has one.
SELECT l.*, g.name AS drug_name, p.rank, p.score, p.odds, coalesce(p.paths, '{}') AS paths
FROM matrix_likely AS l
JOIN matrix_drugs AS g ON g.id = l.drug_id
LEFT JOIN matrix_places AS p ON p.drug_id = l.drug_id AND p.disease_id = l.disease_id AND p.listed = 'new'
WHERE l.disease_id = :disease AND l.place <= :most
ORDER BY l.place;

-- name: load_commonness(ids, places)
SELECT disease_id, count(*) AS lists
FROM matrix_places
WHERE listed = 'new' AND rank <= :places AND disease_id = ANY (:ids)
GROUP BY disease_id;

-- name: load_commonest(places, most)
SELECT d.id, d.name, count(*) AS lists
FROM matrix_places AS p JOIN matrix_diseases AS d ON d.id = p.disease_id
WHERE p.listed = 'new' AND p.rank <= :places
GROUP BY d.id
ORDER BY lists DESC, d.name, d.id
LIMIT :most;

-- name: load_first_places(places)
-- What a page searches: the first places of every drug.
SELECT drug_id, disease_id, listed, rank, score, odds
FROM matrix_places
WHERE rank <= :places
ORDER BY drug_id, listed, rank;

-- name: load_drug_names()
SELECT id, name FROM matrix_drugs ORDER BY lower(name), id;

-- name: load_disease_names()
SELECT id, name FROM matrix_diseases ORDER BY lower(name), id;
