SELECT disease_id, name, fingerprint FROM normalized_names WHERE disease_id = ANY (%(ids)s)
