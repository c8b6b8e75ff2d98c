-- Sizes of data that goes by itself after its days, one row a kind and local day, with what went on that day.
create table retention_size (
  kind text not null,
  day date not null,
  keep_days int not null,
  row_count bigint not null,
  bytes bigint,
  deleted bigint not null default 0,
  cleaned_at timestamptz not null default now(),
  primary key (kind, day)
);
comment on table retention_size is 'Sizes of data that is kept for a time, and how much of it went, by kind and local day.';
comment on column retention_size.bytes is 'Null where it takes no room worth measuring.';

-- Row of the audit log's chain before which older rows were taken out: the chain is checked from there on (decision 112).
create table audit_cut (
  id int primary key default 1 check (id = 1),
  position bigint not null default 0,
  last_id bigint,
  hash bytea not null default decode(repeat('00', 32), 'hex')
);
comment on table audit_cut is 'The last row of the audit log that was taken out because of its age; zero where none was.';
insert into audit_cut default values;
