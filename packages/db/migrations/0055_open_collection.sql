-- Collections of the OGC API that everybody may read, without signing in. None at first.
create table open_collection (
  name text primary key check (name in ('regions', 'districts', 'gardens', 'trees', 'devices')),
  published_at timestamptz not null default now(),
  published_by int references user_account on delete set null
);
