-- The kinds of notes on a drug are named by the code that writes them; a new one needs no migration.
ALTER TABLE drug_notes DROP CONSTRAINT drug_notes_kind_check;
