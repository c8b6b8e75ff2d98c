-- Corrections of single trees by people (decision 47).
alter table tree
  -- 0 as it was detected, 1 accepted, 2 corrected, 3 added by a person
  add column review smallint not null default 0 check (review between 0 and 3),
  -- raised by each correction: who sends an older one has not seen the newest state
  add column version int not null default 0;

-- One step each; what was undone stays. A tree keeps its number through all of them, and through a new run of its image.
create table tree_correction (
  id bigint generated always as identity primary key,
  whole_image_id int not null references whole_image on delete cascade,
  tree_id bigint not null,
  -- where the tree is, or was before it was deleted
  fragment int not null,
  action text not null check (action in ('add', 'accept', 'change', 'delete')),
  -- TreeState of packages/store; null: there was none, there is none
  before jsonb,
  after jsonb,
  reason text,
  -- trees with a higher number were detected later, by another run
  newest_tree_id bigint not null,
  corrected_by int references user_account on delete set null,
  corrected_at timestamptz not null default now(),
  undone_by int references user_account on delete set null,
  undone_at timestamptz,
  check (num_nonnulls(before, after) > 0)
);
create index tree_correction_tree on tree_correction (tree_id, id);
create index tree_correction_image on tree_correction (whole_image_id, id);
