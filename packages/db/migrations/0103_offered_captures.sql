-- A watch asks sources again for each garden; what they offer waits for a decision (decision 57).
alter table imagery_source
  -- days between two rounds; null: it is not asked by itself
  add column watch_days int check (watch_days between 1 and 90),
  -- when it is to be asked next: a round that is under way goes on at once, after a problem later
  add column watch_due_at timestamptz,
  -- the last garden that this round has asked for; 0 before the first
  add column watch_garden int not null default 0,
  add column watch_began_at timestamptz,
  -- when the last whole round ended
  add column watched_at timestamptz,
  -- problems one after another: each waits twice as long
  add column watch_failures int not null default 0,
  -- what its server did last, as a code with its parameters; null where all is well
  add column watch_problem jsonb,
  add constraint imagery_source_watched check (watch_days is null or kind <> 'upload');

create table offered_capture (
  id int generated always as identity primary key,
  source_id int not null references imagery_source on delete cascade,
  garden_id int not null references garden on delete cascade,
  -- the day of capture, as the source says it
  day date not null,
  -- the source's own name of it, where it has one
  item text not null default '',
  -- the garden as the source shows it, small; null where it could not be read, or is not kept any more
  preview_key text,
  -- SHA-256 of the pixels of that small image; not the date_hash of a whole image
  preview_hash text,
  -- 0..1, and who says so: the source of its scene, or the pixels of the garden
  cloud float8 check (cloud between 0 and 1),
  cloud_basis text check (cloud_basis in ('source', 'image')),
  -- 0 white .. 1 black, the mean of the pixels
  darkness float8 check (darkness between 0 and 1),
  status text not null default 'new' check (status in ('new', 'accepted', 'rejected')),
  decided_by int references user_account on delete set null,
  decided_at timestamptz,
  -- what was made of it
  process_id int references imagery_process on delete set null,
  found_at timestamptz not null default now(),
  check ((cloud is null) = (cloud_basis is null)),
  unique (source_id, garden_id, day)
);
create index offered_capture_garden on offered_capture (garden_id, preview_hash);
create index offered_capture_status on offered_capture (status, day desc, id desc);
create index offered_capture_process on offered_capture (process_id) where process_id is not null;
