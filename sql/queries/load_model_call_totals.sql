SELECT
    provider, model, purpose, count(*) AS calls, sum(input_tokens) AS input_tokens, sum(output_tokens) AS output_tokens
FROM model_calls
GROUP BY provider, model, purpose
ORDER BY provider, model, purpose
