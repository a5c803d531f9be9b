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
ORDER BY provider, model, purpose
