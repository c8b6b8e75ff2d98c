-- Letters that wait for the mail server, and what became of them.
create table mail (
  id int generated always as identity primary key,
  user_id int not null references user_account on delete cascade,
  -- what it tells of …
  notice_id int unique references notice on delete cascade,
  -- … or the Monday of the week that it is the overview of, with what stood in it then
  week date,
  facts jsonb,
  -- empty: an overview that nothing stood in, and that was not sent
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'refused', 'empty')),
  attempts int not null default 0,
  next_at timestamptz not null default now(),
  -- what the mail server said last
  problem text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  check (num_nonnulls(notice_id, week) = 1)
);
create unique index mail_week on mail (user_id, week) where week is not null;
create index mail_waiting on mail (next_at) where state = 'waiting';
create index mail_refused on mail (id) where state = 'refused';
