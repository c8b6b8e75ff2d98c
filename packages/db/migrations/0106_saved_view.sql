-- A list's search, filters, order and columns under a name, as somebody keeps them for themselves or for their people.
create table saved_view (
  id int generated always as identity primary key,
  user_id int not null references user_account on delete cascade,
  -- one of exportLists (contract/src/values/exports.ts)
  list text not null,
  name text not null,
  query jsonb not null,
  columns jsonb not null default '{}',
  is_shared boolean not null default false,
  created_at timestamptz not null default now(),
  changed_at timestamptz
);
create unique index saved_view_name on saved_view (user_id, list, lower(name));
create index saved_view_shared on saved_view (list) where is_shared;
