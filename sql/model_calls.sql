-- Model calls: answers paid for, failures, batches still to be collected.

-- name: load_answer(key)^
SELECT answer FROM model_calls WHERE key = :key;

-- name: save(key, provider, model, purpose, prompt_hash, answer, stop_reason, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens, cost, seconds, batched, run, subject)!
-- The first answer stays: what was built on it must not change under it.
INSERT INTO model_calls (
    key, provider, model, purpose, prompt_hash, answer, stop_reason, input_tokens, output_tokens, cache_read_tokens,
    cache_write_tokens, cost, seconds, batched, run, subject
)
VALUES (
    :key, :provider, :model, :purpose, :prompt_hash, :answer, :stop_reason, :input_tokens,
    :output_tokens, :cache_read_tokens, :cache_write_tokens, :cost, :seconds, :batched, :run, :subject
)
ON CONFLICT (key) DO NOTHING;

-- name: save_failure(key, provider, model, purpose, prompt_hash, failure, transient, stop_reason, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens, cost, seconds, batched, run, subject)!
INSERT INTO failed_model_calls (
    key, provider, model, purpose, prompt_hash, failure, transient, stop_reason, input_tokens, output_tokens,
    cache_read_tokens, cache_write_tokens, cost, seconds, batched, run, subject
)
VALUES (
    :key, :provider, :model, :purpose, :prompt_hash, :failure, :transient, :stop_reason,
    :input_tokens, :output_tokens, :cache_read_tokens, :cache_write_tokens, :cost, :seconds,
    :batched, :run, :subject
);

-- name: load_totals()
WITH calls AS (
    SELECT
        provider, model, purpose, false AS failed, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens,
        cost, seconds
    FROM model_calls
    UNION ALL
    SELECT
        provider, model, purpose, true, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens, cost,
        seconds
    FROM failed_model_calls
)

SELECT
    provider, model, purpose, count(*) AS calls, count(*) FILTER (WHERE failed) AS failed,
    sum(input_tokens) AS input_tokens, sum(output_tokens) AS output_tokens,
    sum(cache_read_tokens) AS cache_read_tokens, sum(cache_write_tokens) AS cache_write_tokens,
    coalesce(sum(cost), 0) AS cost, count(*) FILTER (WHERE cost IS NULL) AS cost_unknown, sum(seconds) AS seconds
FROM calls
GROUP BY provider, model, purpose
ORDER BY provider, model, purpose;

-- name: save_batch(batch_id, provider, model, keys)!
INSERT INTO model_batches (batch_id, provider, model, keys)
VALUES (:batch_id, :provider, :model, :keys);

-- name: load_batches(provider)
SELECT batch_id, provider, model, keys FROM model_batches WHERE provider = :provider ORDER BY sent_at, batch_id;

-- name: delete_batch(batch_id)!
DELETE FROM model_batches WHERE batch_id = :batch_id;

-- name: count_older(before)^
SELECT
    (SELECT count(*) FROM model_calls WHERE called_at < :before) AS answered,
    (SELECT count(*) FROM failed_model_calls WHERE called_at < :before) AS failed;

-- name: delete_older(before)!
DELETE FROM model_calls WHERE called_at < :before;

-- name: delete_older_failed(before)!
DELETE FROM failed_model_calls WHERE called_at < :before;
