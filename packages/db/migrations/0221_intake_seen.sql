-- Sums and newest calls of a device, by any way, in a ring: whoever looks after it sees what is refused.
create table device_intake (
  device_id int primary key references device on delete cascade,
  since timestamptz not null default now(),
  calls bigint not null,
  accepted bigint not null,
  duplicates bigint not null,
  conflicts bigint not null,
  faulty bigint not null,
  refused bigint not null
) with (fillfactor = 50);
comment on column device_intake.calls is 'Calls whose body was read; the newest stands in slot (calls - 1) % 20 of device_call.';

create table device_call (
  device_id int not null references device on delete cascade,
  slot smallint not null check (slot between 0 and 19),
  received_at timestamptz not null,
  way text not null check (way in ('http', 'mqtt', 'file')),
  messages int not null,
  bytes int not null,
  accepted int not null,
  duplicates int not null,
  conflicts int not null,
  faulty int not null,
  refused int not null,
  problem text,
  reasons jsonb not null,
  payload text,
  primary key (device_id, slot)
) with (fillfactor = 50);
comment on column device_call.problem is 'Why the whole call was refused; null where its readings were looked at one by one.';
comment on column device_call.reasons is 'First refusals: at, reason, and key where one of several names was refused.';
comment on column device_call.payload is 'Beginning of what was sent, as text; null where it could not be kept.';

-- Calls that were not read: a wrong token, a device out of service, too many. Anybody can cause those of wrong tokens, so they push nothing out of the ring.
create table device_turned_away (
  device_id int not null references device on delete cascade,
  reason text not null,
  n bigint not null,
  last_at timestamptz not null,
  primary key (device_id, reason)
) with (fillfactor = 50);
