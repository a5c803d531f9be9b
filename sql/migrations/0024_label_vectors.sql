-- A vector of each passage of a label, by which questions are ranked; it goes with its span where a label is cut anew.
ALTER TABLE label_spans
    ADD COLUMN vector halfvec,
    ADD COLUMN vector_model text NOT NULL DEFAULT '';
