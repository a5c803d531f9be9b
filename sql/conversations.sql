-- Conversations over a collection: turns and the numbers of their sources.

-- name: open(id, owner)!
INSERT INTO conversations (id, collection, owner) VALUES (:id, '', coalesce(:owner, '')) ON CONFLICT (id) DO NOTHING;

-- name: lock(id, owner)^
-- The second of two writers waits here.
SELECT id, collection FROM conversations WHERE id = :id AND (:owner::text IS NULL OR owner = :owner) FOR UPDATE;

-- name: touch(id, collection)!
-- A conversation that labels began gets its collection with the first answer of papers.
UPDATE conversations
SET updated_at = now(), collection = CASE WHEN collection = '' THEN :collection ELSE collection END
WHERE id = :id;

-- name: load_last(id)^
SELECT number FROM conversation_turns WHERE conversation_id = :id ORDER BY number DESC LIMIT 1;

-- name: load_numbers(id)
SELECT article_id, number FROM conversation_sources WHERE conversation_id = :id;

-- name: save_numbers(id, articles, numbers)!
INSERT INTO conversation_sources (conversation_id, article_id, number)
SELECT :id, article_id, number FROM unnest(:articles::text[], :numbers::integer[]) AS given (article_id, number)
ON CONFLICT (conversation_id, article_id) DO NOTHING;

-- name: save_turn(id, number, question, standalone, answer)!
INSERT INTO conversation_turns (conversation_id, number, question, standalone, answer)
VALUES (:id, :number, :question, :standalone, :answer);

-- name: load_turns(id, owner)
SELECT t.answer
FROM conversation_turns AS t
JOIN conversations AS c ON c.id = t.conversation_id
WHERE c.id = :id AND (:owner::text IS NULL OR c.owner = :owner)
ORDER BY t.number;

-- name: load_all(owner)
SELECT
    c.id, c.collection, c.created_at, c.updated_at,
    (SELECT count(*) FROM conversation_turns AS t WHERE t.conversation_id = c.id) AS turns,
    (SELECT t.question FROM conversation_turns AS t WHERE t.conversation_id = c.id ORDER BY t.number LIMIT 1) AS title
FROM conversations AS c
WHERE (:owner::text IS NULL OR c.owner = :owner)
ORDER BY c.updated_at DESC, c.id;

-- name: remove(id, owner)!
DELETE FROM conversations WHERE id = :id AND (:owner::text IS NULL OR owner = :owner);

-- name: roll_back(id, kept, owner)!
DELETE FROM conversation_turns AS t
USING conversations AS c
WHERE c.id = t.conversation_id AND c.id = :id AND t.number > :kept AND (:owner::text IS NULL OR c.owner = :owner);

-- name: expire(before)!
DELETE FROM conversations WHERE updated_at < :before;
