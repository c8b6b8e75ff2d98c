-- Alerts: what readings of devices raise by rules of people. Decision 102.

create table alert_rule (
  id int generated always as identity primary key,
  name text not null,
  -- above, below: a right value beyond a limit for so many minutes; rise, fall: by so much within so many minutes;
  -- silent: no reading for so many minutes; faulty: values that no sensor can measure, for so many minutes.
  kind text not null check (kind in ('above', 'below', 'rise', 'fall', 'silent', 'faulty')),
  severity text not null check (severity in ('critical', 'major', 'minor')),
  device_type text not null check (device_type in ('air', 'soil', 'water')),
  -- Null: each parameter of a faulty device by itself, and none of a silent one.
  parameter text references parameter (key) on delete cascade,
  limit_value float8,
  minutes int not null check (minutes >= 0),
  -- All devices of its kind, those of a garden, or one.
  garden_id int references garden on delete cascade,
  device_id int references device on delete cascade,
  -- Null: off. Readings of before are not evaluated, but for a condition that still holds then.
  enabled_at timestamptz,
  created_by int references user_account on delete set null,
  author text not null,
  created_at timestamptz not null default now(),
  changed_at timestamptz,
  demo boolean not null default false,
  check ((limit_value is not null) = (kind in ('above', 'below', 'rise', 'fall'))),
  check (parameter is not null or kind in ('silent', 'faulty')),
  check (kind <> 'silent' or parameter is null),
  check (num_nonnulls(garden_id, device_id) <= 1)
);
create index alert_rule_garden on alert_rule (garden_id);
create index alert_rule_device on alert_rule (device_id);
create index alert_rule_parameter on alert_rule (parameter);
create index alert_rule_author on alert_rule (created_by);

-- What a rule found; it stays, as the rule was then, when the rule is changed or deleted.
create table alert (
  id int generated always as identity primary key,
  rule_id int references alert_rule on delete set null,
  device_id int not null references device on delete cascade,
  rule_name text not null,
  kind text not null check (kind in ('above', 'below', 'rise', 'fall', 'silent', 'faulty')),
  severity text not null check (severity in ('critical', 'major', 'minor')),
  parameter text,
  limit_value float8,
  minutes int not null,
  -- The first reading beyond the rule, or the last one before the silence.
  began_at timestamptz not null,
  -- The moment at which the rule held: the same whenever it was found.
  raised_at timestamptz not null,
  -- The value that was furthest beyond the rule; null of a silence.
  worst float8,
  cleared_at timestamptz,
  cleared_how text check (cleared_how in ('reading', 'person', 'rule', 'device')),
  cleared_by text,
  found_at timestamptz not null default now(),
  acknowledged_at timestamptz,
  acknowledged_id int references user_account on delete set null,
  acknowledged_by text,
  assigned_id int references user_account on delete set null,
  assigned_to text,
  check ((cleared_at is null) = (cleared_how is null)),
  check ((acknowledged_at is null) = (acknowledged_by is null))
);
-- Whatever is killed and begun again: one beginning is one alert, and a condition is active once.
create unique index alert_once on alert (rule_id, device_id, parameter, began_at) nulls not distinct
  where rule_id is not null;
create unique index alert_active on alert (rule_id, device_id, parameter) nulls not distinct
  where cleared_at is null and rule_id is not null;
create index alert_device on alert (device_id, raised_at);
create index alert_raised on alert (raised_at);
create index alert_acknowledged on alert (acknowledged_id);
create index alert_assigned on alert (assigned_id);

create table alert_comment (
  id int generated always as identity primary key,
  alert_id int not null references alert on delete cascade,
  user_id int references user_account on delete set null,
  author text not null,
  body text not null,
  created_at timestamptz not null default now()
);
create index alert_comment_alert on alert_comment (alert_id, id);
create index alert_comment_user on alert_comment (user_id);

-- How far a rule has read the series of a device, and what it knows of it there: written with the alerts that follow.
create table alert_state (
  rule_id int not null references alert_rule on delete cascade,
  device_id int not null references device on delete cascade,
  -- Empty for all of a device.
  parameter text not null,
  seen_at timestamptz not null,
  out_since timestamptz,
  back_since timestamptz,
  worst float8,
  is_active boolean not null,
  primary key (rule_id, device_id, parameter)
);
create index alert_state_device on alert_state (device_id);

-- Readings that came and are to be evaluated: one row a device and transaction, only ever added, so that no writer of
-- readings waits for the evaluation.
create table alert_due (
  id bigint generated always as identity primary key,
  device_id int not null,
  since timestamptz not null
);

alter table notice drop constraint notice_subject_check,
  add constraint notice_subject_check
    check (subject in ('task', 'violation', 'device', 'image', 'export', 'period', 'verdict', 'source', 'alert'));
