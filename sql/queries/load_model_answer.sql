SELECT answer FROM model_calls WHERE key = %(key)s
