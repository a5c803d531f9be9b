INSERT INTO failed_model_calls (
    key, provider, model, purpose, prompt_hash, failure, transient, stop_reason, input_tokens, output_tokens,
    cache_read_tokens, cache_write_tokens, cost, seconds, batched
)
VALUES (
    %(key)s, %(provider)s, %(model)s, %(purpose)s, %(prompt_hash)s, %(failure)s, %(transient)s, %(stop_reason)s,
    %(input_tokens)s, %(output_tokens)s, %(cache_read_tokens)s, %(cache_write_tokens)s, %(cost)s, %(seconds)s,
    %(batched)s
)
