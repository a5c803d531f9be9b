-- A vision model tells logos apart from other pictures of a label.

ALTER TABLE label_pictures DROP CONSTRAINT label_pictures_kind_check;
ALTER TABLE label_pictures ADD CONSTRAINT label_pictures_kind_check
    CHECK (kind IN ('structure', 'graph', 'logo', 'package', 'other'));
