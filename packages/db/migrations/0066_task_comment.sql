-- What people say on a planting task. `@[7]` in the text names the account 7; what a comment was before it was changed
-- or deleted stands in the audit log alone.
create table task_comment (
  id int generated always as identity primary key,
  task_id int not null references planting_task on delete cascade,
  author_id int references user_account on delete set null,
  -- stays when the account goes
  author text not null,
  body text not null,
  created_at timestamptz not null default now(),
  changed_at timestamptz,
  deleted_at timestamptz
);
create index task_comment_task on task_comment (task_id, id);

-- Whom a comment names, once each.
create table task_mention (
  id int generated always as identity primary key,
  comment_id int not null references task_comment on delete cascade,
  user_id int not null references user_account on delete cascade,
  created_at timestamptz not null default now(),
  unique (comment_id, user_id)
);
create index task_mention_user on task_mention (user_id, id);
