-- Where users of the web application are told apart, a conversation belongs to the one who began it.

ALTER TABLE conversations ADD COLUMN owner text NOT NULL DEFAULT '';
