SELECT c.disease_id, c.match || jsonb_build_object('trial', t.trial) AS match
FROM candidate_trials AS c JOIN trials AS t ON t.nct_id = c.nct_id
WHERE c.slug = %(slug)s
ORDER BY c.disease_id, c.position
