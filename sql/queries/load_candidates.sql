SELECT c.candidate || jsonb_build_object('disease', d.disease) AS candidate
FROM candidates AS c JOIN diseases AS d ON d.id = c.disease_id
WHERE c.slug = %(slug)s
ORDER BY c.position
