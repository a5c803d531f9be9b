INSERT INTO model_batches (batch_id, provider, model, keys)
VALUES (%(batch_id)s, %(provider)s, %(model)s, %(keys)s)
