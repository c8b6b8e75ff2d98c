-- What people saw in a garden or did there. Deleted with it by who deletes the garden, not by the key: taking the
-- demonstration out leaves a garden in place that somebody has written about.
create table garden_note (
  id int generated always as identity primary key,
  garden_id int not null references garden,
  observed_on date not null,
  kind text not null check (kind in ('observation', 'care', 'damage', 'other')),
  text text not null,
  demo boolean not null default false,
  -- the name stays when the account goes
  created_by int references user_account on delete set null,
  author text not null,
  created_at timestamptz not null default now(),
  changed_at timestamptz
);
create index garden_note_garden on garden_note (garden_id, observed_on);
create index garden_note_observed on garden_note (observed_on);
