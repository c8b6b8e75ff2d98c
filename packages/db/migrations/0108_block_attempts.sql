-- What became of each block, try by try, and whose turn it is: issue "scale of a process".
alter table imagery_block
  -- of the last attempt
  add column started_at timestamptz,
  add column finished_at timestamptz;
-- The last blocks that were done say how long the rest may take.
create index imagery_block_finished on imagery_block (process_id, finished_at) where finished_at is not null;

create table block_attempt (
  id int generated always as identity primary key,
  process_id int not null,
  block int not null,
  -- host and number of the worker's process
  worker text not null,
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  -- null while it goes on; died: its worker was gone, found when another one took the block over
  outcome text check (outcome in ('done', 'failed', 'retried', 'interrupted', 'died')),
  message jsonb,
  trees int,
  check ((ended_at is null) = (outcome is null)),
  foreign key (process_id, block) references imagery_block on delete cascade
);
create index block_attempt_block on block_attempt (process_id, block);
create index block_attempt_open on block_attempt (process_id, block) where ended_at is null;

-- How often its blocks take a turn beside those of other people: decision 58.
alter table imagery_process
  add column priority text not null default 'normal' check (priority in ('low', 'normal', 'high'));
