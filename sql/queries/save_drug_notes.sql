INSERT INTO drug_notes (slug, kind, notes)
VALUES (%(slug)s, %(kind)s, %(notes)s)
ON CONFLICT (slug, kind) DO UPDATE SET notes = excluded.notes
