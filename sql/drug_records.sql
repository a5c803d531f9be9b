-- Drug records: labels as rows of their own; what is only shown, as one document per kind.

-- name: clear_labels(slug)!
DELETE FROM drug_labels WHERE slug = :slug;

-- name: insert_labels(slug, labels)!
INSERT INTO drug_labels (slug, position, source, set_id, effective, label)
SELECT :slug, position, value ->> 'source', value ->> 'set_id', (value ->> 'effective')::date, value
FROM jsonb_array_elements(:labels) WITH ORDINALITY AS given (value, position);

-- name: load_labels(slug)
SELECT label FROM drug_labels WHERE slug = :slug ORDER BY position;

-- name: save_notes(slug, kind, notes)!
INSERT INTO drug_notes (slug, kind, notes)
VALUES (:slug, :kind, :notes)
ON CONFLICT (slug, kind) DO UPDATE SET notes = excluded.notes;

-- name: load_notes(slug, kind)^
SELECT notes FROM drug_notes WHERE slug = :slug AND kind = :kind;
