-- The moment since which rules of alerts look at a device anew: its garden, its kind or its service was changed then.
-- Null: since it was made.
alter table device add ruled_since timestamptz;
-- Active alerts are gone through every ten seconds for those whose rule is off, or about their device no more.
create index alert_open on alert (device_id) where cleared_at is null;
