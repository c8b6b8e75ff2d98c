-- A ground: images of one source, camera, season and kind of country, whose labels teach which of the detector's candidates
-- are trees there. What was learned is kept version by version; a version that is taken back is not used any more.
create table ground (
  id int generated always as identity primary key,
  name text not null unique check (char_length(name) between 1 and 80),
  created_at timestamptz not null default now(),
  created_by int references user_account on delete set null,
  -- Since when learning was asked for and has not ended, and why it came to nothing the last time.
  learning_since timestamptz,
  learning_by int references user_account on delete set null,
  problem text check (problem in ('few_plots', 'one_kind', 'bands', 'resolution', 'failed'))
);

create table ground_lessons (
  id int generated always as identity primary key,
  ground_id int not null references ground on delete cascade,
  n int not null,
  learned_at timestamptz not null default now(),
  learned_by int references user_account on delete set null,
  -- SHA-256 of the networks whose candidates it weighs.
  network text not null,
  is_better boolean not null,
  -- What "nihol detect --ground" reads.
  lessons jsonb not null,
  -- Trees found on each plot by what the other plots taught: its own plots show the lessons nicer than they are.
  counts jsonb not null,
  images int[] not null,
  withdrawn_at timestamptz,
  withdrawn_by int references user_account on delete set null,
  unique (ground_id, n)
);

alter table whole_image
  add column ground_id int references ground on delete set null,
  -- Whether a person or its likeness to images of the ground named it.
  add column ground_by text check (ground_by in ('person', 'likeness')),
  -- By what its present trees were counted; null: by the detector alone.
  add column lessons_id int references ground_lessons on delete set null,
  -- Why the last run did not use what was learned of a ground.
  add column ground_unused text check (ground_unused in ('network', 'resolution', 'bands', 'look', 'threshold', 'withdrawn')),
  -- Of which ground that is said.
  add column unused_ground_id int references ground on delete set null;
create index whole_image_ground on whole_image (ground_id) where ground_id is not null;

alter table imagery_process
  -- By what the present run counts.
  add column lessons_id int references ground_lessons on delete set null,
  -- False where a person wants the image counted by the detector alone.
  add column use_lessons boolean not null default true;

-- What the networks propose in a sample plot, down to a low score, and what is known of each.
alter table calibration_window add column candidates jsonb;
