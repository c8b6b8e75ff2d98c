-- Lists who works on jobs: every worker says it of itself, wherever it runs. A row that is older than some seconds is of a dead one.
create table worker_beat (
  id uuid primary key,
  beat_at timestamptz not null default now()
);
