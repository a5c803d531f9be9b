-- A third path, and two lists of candidates: tried but not approved, and new to the drug. A place is one of its list.

ALTER TABLE path_findings DROP CONSTRAINT path_findings_path_check;
ALTER TABLE path_findings ADD CONSTRAINT path_findings_path_check CHECK (path IN ('target', 'class', 'use'));

ALTER TABLE candidates ADD COLUMN listed text NOT NULL DEFAULT 'new' CHECK (listed IN ('tried', 'new'));
DROP INDEX candidates_rank;
CREATE UNIQUE INDEX candidates_rank ON candidates (slug, listed, rank) WHERE rank IS NOT NULL;
