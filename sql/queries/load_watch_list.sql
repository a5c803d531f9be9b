SELECT slug, query, active, chembl_id, name FROM drugs ORDER BY slug
