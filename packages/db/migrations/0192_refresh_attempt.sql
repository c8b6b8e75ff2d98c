-- Marks who asked for the successor of a refresh token: an answer that was lost on the line is given once more to them alone.
alter table refresh_token add column attempt_hash bytea;
