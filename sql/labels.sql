-- Labels in full. Whatever is read for an answer is read of one drug: `drug` is in every such statement.

-- name: forget(id)!
DELETE FROM label_documents WHERE id = :id;

-- name: known(id)^
SELECT sha256, cut_by, drug FROM label_documents WHERE id = :id;

-- name: save_document(id, drug, form, region, source, version, effective, title, url, sha256, cut_by)!
INSERT INTO label_documents (id, drug, form, region, source, version, effective, title, url, sha256, cut_by)
VALUES (:id, :drug, :form, :region, :source, :version, :effective::date, :title, :url, :sha256, :cut_by);

-- name: clear_sections(document)!
DELETE FROM label_sections WHERE document = :document;

-- name: clear_spans(document)!
DELETE FROM label_spans WHERE document = :document;

-- name: clear_pictures(document)!
DELETE FROM label_pictures WHERE document = :document;

-- name: clear_aliases(document)!
DELETE FROM label_aliases WHERE document = :document;

-- name: save_sections(document, sections)!
INSERT INTO label_sections (document, ordinal, parent, depth, number, title, code, category, method, flag, page, text)
SELECT :document, s.ordinal, s.parent, s.depth, s.number, s.title, s.code, s.category, s.method, s.flag, s.page, s.text
FROM jsonb_to_recordset(:sections) AS s (
    ordinal integer, parent integer, depth integer, number text, title text, code text, category text, method text,
    flag text, page integer, text text
);

-- name: save_spans(document, spans)!
INSERT INTO label_spans (document, section, ordinal, start_at, end_at, text, form, attributes, assertion, facts)
SELECT :document, (s ->> 'section')::integer, (s ->> 'ordinal')::integer, (s ->> 'start')::integer,
    (s ->> 'end')::integer, s ->> 'text', s ->> 'form',
    ARRAY(SELECT jsonb_array_elements_text(s -> 'attributes')), s ->> 'assertion',
    s - '{document,section,ordinal,start,end,text,form,attributes,assertion}'::text[]
FROM jsonb_array_elements(:spans) AS s;

-- name: save_pictures(document, pictures)!
INSERT INTO label_pictures (document, ordinal, section, kind, picture)
SELECT :document, p.position, (p.value ->> 'section')::integer, p.value ->> 'kind', p.value
FROM jsonb_array_elements(:pictures) WITH ORDINALITY AS p (value, position);

-- name: save_picture_bytes(document, file, bytes)!
UPDATE label_pictures SET bytes = :bytes WHERE document = :document AND picture ->> 'file' = :file;

-- name: save_aliases(document, aliases)!
INSERT INTO label_aliases (document, drug, name, kind)
SELECT DISTINCT :document, a.drug, a.name, a.kind
FROM jsonb_to_recordset(:aliases) AS a (drug text, name text, kind text);

-- name: load_documents(drug)
SELECT id, drug, form, region, source, version, effective, title, url, sha256
FROM label_documents
WHERE :drug::text IS NULL OR drug = :drug
ORDER BY drug, effective DESC NULLS LAST, id;

-- name: load_sections(drug)
SELECT s.document, s.ordinal, s.parent, s.depth, s.number, s.title, s.code, s.category, s.method, s.flag, s.page, s.text
FROM label_sections AS s
JOIN label_documents AS d ON d.id = s.document
WHERE d.drug = :drug
ORDER BY d.effective DESC NULLS LAST, d.id, s.ordinal;

-- name: load_spans(drug, attribute)
SELECT p.document, p.section, p.ordinal, p.start_at, p.end_at, p.text, p.form, p.attributes, p.assertion, p.facts
FROM label_spans AS p
JOIN label_documents AS d ON d.id = p.document
WHERE d.drug = :drug AND (:attribute::text IS NULL OR p.attributes @> ARRAY[:attribute::text])
ORDER BY d.effective DESC NULLS LAST, d.id, p.section, p.ordinal;

-- name: load_vectors(documents, model)
SELECT document, section, ordinal, vector
FROM label_spans
WHERE document = ANY(:documents::text[]) AND vector_model = :model;

-- name: save_vectors(model, documents, sections, ordinals, vectors)!
UPDATE label_spans AS p
SET vector = v.vector, vector_model = :model
FROM unnest(:documents::text[], :sections::integer[], :ordinals::integer[], :vectors::halfvec[])
    AS v (document, section, ordinal, vector)
WHERE p.document = v.document AND p.section = v.section AND p.ordinal = v.ordinal;

-- name: load_pictures(drug)
SELECT p.picture
FROM label_pictures AS p
JOIN label_documents AS d ON d.id = p.document
WHERE d.drug = :drug
ORDER BY d.effective DESC NULLS LAST, d.id, p.ordinal;

-- name: load_picture_bytes(drug, file)^
SELECT p.bytes
FROM label_pictures AS p
JOIN label_documents AS d ON d.id = p.document
WHERE d.drug = :drug AND p.picture ->> 'file' = :file AND p.bytes IS NOT NULL
LIMIT 1;

-- name: load_aliases_of(document)
SELECT drug, name, kind FROM label_aliases WHERE document = :document ORDER BY drug, name, kind;

-- name: load_aliases()
SELECT DISTINCT drug, name, kind FROM label_aliases ORDER BY drug, name, kind;

-- name: load_known_words(words)
SELECT w.word
FROM unnest(:words::text[]) AS w (word)
WHERE EXISTS (SELECT FROM label_spans AS p WHERE p.words @@ to_tsquery('simple', quote_literal(w.word)));
