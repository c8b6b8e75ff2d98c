-- Workers say of themselves where they run, in which version, and what they do; they read whether they are to take no more.
alter table worker_beat
  add column machine text,
  add column pid int,
  add column started_at timestamptz not null default now(),
  add column version text,
  add column gdal text,
  add column doing jsonb not null default '[]',
  add column is_draining boolean not null default false;
comment on column worker_beat.gdal is 'Version of GDAL there; null where there is none.';
comment on column worker_beat.doing is 'Jobs at hand: queue, id, and since when.';
comment on column worker_beat.is_draining is 'Ends the jobs at hand and takes no other.';

-- Sizes of an installation, measured once a day, so that growth is seen before the disk is full.
create table installation_size (
  day date primary key,
  database_bytes bigint not null,
  file_bytes bigint not null,
  file_count bigint not null,
  measured_at timestamptz not null default now()
);
comment on table installation_size is 'Sizes of database and files, one row a local day.';
