-- Words between several servers: callers that call much, who lives, and who has a duty. Not logged: a crash costs a minute's counts, and a standby needs none.
create unlogged table call_count (
  kind text not null,
  caller text not null,
  server uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  calls int not null,
  primary key (kind, caller, server, starts_at)
);
comment on table call_count is 'Calls within a window at one server, of callers that others must know of; deleted when the window has ended.';
comment on column call_count.kind is 'Limit that the calls count against.';
comment on column call_count.caller is 'Address, person or device.';

create unlogged table server_beat (
  id uuid primary key,
  beat_at timestamptz not null default now()
);
comment on table server_beat is 'Servers that share their counts of calls; a row older than some seconds is of a dead one.';

create unlogged table server_duty (
  name text primary key,
  holder uuid not null,
  until timestamptz not null,
  is_done boolean not null default false
);
comment on table server_duty is 'Duties of one server at a time, such as reading a broker outside: a lease, which its holder renews.';
comment on column server_duty.until is 'End of the lease; after it another server takes the duty.';
comment on column server_duty.is_done is 'Last word of the holder: the broker is connected.';
