DELETE FROM model_batches WHERE batch_id = %(batch_id)s
