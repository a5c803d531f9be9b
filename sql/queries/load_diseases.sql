SELECT id, disease FROM diseases WHERE id = ANY (%(ids)s)
