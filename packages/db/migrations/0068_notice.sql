-- What somebody is told: a row for each person, written with what happened, in codes and facts. The words are made
-- when it is read, and whether its reader may see the row that it tells of is asked again then.
create table notice (
  id int generated always as identity primary key,
  user_id int not null references user_account on delete cascade,
  kind text not null,
  subject text not null check (subject in ('task', 'violation', 'device', 'image', 'export')),
  subject_id int not null,
  facts jsonb not null default '{}',
  -- one thing is told once: the day that a task is due, the last reading of a device that fell silent
  once text,
  -- how the person wished to hear of it then
  way text not null check (way in ('app', 'digest', 'mail')),
  created_at timestamptz not null default now(),
  read_at timestamptz
);
create unique index notice_once on notice (subject, subject_id, kind, once, user_id) where once is not null;
create index notice_subject on notice (subject, subject_id);
create index notice_user on notice (user_id, id);
create index notice_unread on notice (user_id) where read_at is null;
create index notice_created on notice (created_at);

-- What somebody has chosen; kinds without a row are as they are at first (contract/src/values/notices.ts).
create table notice_choice (
  user_id int not null references user_account on delete cascade,
  kind text not null,
  way text not null check (way in ('app', 'digest', 'mail', 'off')),
  primary key (user_id, kind)
);
alter table user_account
  -- the overview of a week, by mail
  add column weekly_mail boolean not null default true;
