-- The drugs to which a disease is new, those first that are most like the drugs given for it: the matrix asked from the
-- disease's side, whatever stands in the drugs' own lists.
CREATE TABLE matrix_likely (
    disease_id text NOT NULL REFERENCES matrix_diseases ON DELETE CASCADE,
    place      integer NOT NULL CHECK (place > 0),
    drug_id    text NOT NULL REFERENCES matrix_drugs ON DELETE CASCADE,
    likeness   double precision NOT NULL CHECK (likeness > 0),
    PRIMARY KEY (disease_id, place)
);
CREATE INDEX matrix_likely_drug ON matrix_likely (drug_id);
