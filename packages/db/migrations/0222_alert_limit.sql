-- Alerts over their day's number wait as long as they are active, and are asked for every ten seconds.
create index alert_over_limit on alert (id) where telling = 'limit' and cleared_at is null;
