-- A drug that nobody put on the watch list stays off it.
INSERT INTO drugs (slug, query, active, chembl_id, name, maximum_stage, withdrawn, profile, data_version)
VALUES (
    %(slug)s, %(query)s, false, %(chembl_id)s, %(name)s, %(maximum_stage)s, %(withdrawn)s, %(profile)s,
    %(data_version)s
)
ON CONFLICT (slug) DO UPDATE SET
    chembl_id = excluded.chembl_id,
    name = excluded.name,
    maximum_stage = excluded.maximum_stage,
    withdrawn = excluded.withdrawn,
    profile = excluded.profile,
    data_version = excluded.data_version,
    updated_at = now()
