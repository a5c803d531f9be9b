SELECT batch_id, provider, model, keys FROM model_batches WHERE provider = %(provider)s ORDER BY sent_at, batch_id
