SELECT embedding FROM query_embeddings WHERE model = %(model)s AND text_hash = %(text_hash)s
