-- Columns, units, zone and order of days that a person said of a logger's files, kept for its next ones. Decision 126.
create table import_profile (
  id int generated always as identity primary key,
  name text not null check (char_length(name) between 1 and 100),
  ministry_id int references ministry on delete cascade,
  device_id int references device on delete set null,
  -- kind of device; null: the file names its devices in a column
  type text check (type in ('air', 'soil', 'water')),
  fingerprint text not null,
  mapping text[] not null,
  units text[] not null,
  timezone text,
  day_order text check (day_order in ('dmy', 'mdy')),
  created_by int references user_account on delete set null,
  author text not null,
  saved_at timestamptz not null default now()
);
create index import_profile_fingerprint on import_profile (fingerprint);
create index import_profile_ministry on import_profile (ministry_id);
create index import_profile_device on import_profile (device_id);
create index import_profile_author on import_profile (created_by);
comment on table import_profile is 'Words of people on the columns of a logger''s files, proposed when a file with the same headings comes again.';
comment on column import_profile.ministry_id is 'Organization of whoever saved it; null: of nobody''s organization.';
comment on column import_profile.device_id is 'Device whose file it was saved with; a file without headings is known by it alone.';
comment on column import_profile.fingerprint is 'SHA-256 of the headings without capitals, zones and serial numbers, as hexadecimal.';
comment on column import_profile.mapping is 'Role of each column in order.';
comment on column import_profile.units is 'Unit of each column in order; empty: as the heading says.';
comment on column import_profile.timezone is 'IANA zone or offset of times without one; null: the file states its own.';
comment on column import_profile.day_order is 'Order of day and month, asked where the dates do not say it; null: they did.';
