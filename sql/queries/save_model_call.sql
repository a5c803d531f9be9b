-- The first answer stays: what was built on it must not change under it.
INSERT INTO model_calls (
    key, provider, model, purpose, prompt_hash, answer, stop_reason, input_tokens, output_tokens, cache_read_tokens,
    cache_write_tokens, cost, seconds, batched
)
VALUES (
    %(key)s, %(provider)s, %(model)s, %(purpose)s, %(prompt_hash)s, %(answer)s, %(stop_reason)s, %(input_tokens)s,
    %(output_tokens)s, %(cache_read_tokens)s, %(cache_write_tokens)s, %(cost)s, %(seconds)s, %(batched)s
)
ON CONFLICT (key) DO NOTHING
