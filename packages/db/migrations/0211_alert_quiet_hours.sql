-- Hours of the programme's clock in which a rule tells nobody, and how often it tells of one device within a day. What is
-- told of is a step of its own after an alert is raised: a kill between both leaves it waiting.
alter table alert_rule
  add quiet_from smallint check (quiet_from between 0 and 23),
  add quiet_to smallint check (quiet_to between 0 and 23),
  add daily_max smallint check (daily_max between 1 and 100),
  add check ((quiet_from is null) = (quiet_to is null)),
  add check (quiet_from <> quiet_to);

-- quiet: kept back until the quiet hours end; told: its people were told; over: it had ended when the quiet hours did; limit: the day's number was reached.
alter table alert
  add telling text not null default 'waiting' check (telling in ('waiting', 'quiet', 'told', 'over', 'limit')),
  add notified_at timestamptz;
update alert set telling = 'told', notified_at = found_at;
create index alert_waiting on alert (id) where telling in ('waiting', 'quiet');
