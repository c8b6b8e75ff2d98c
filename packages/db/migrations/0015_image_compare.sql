-- The trees of two pictures, compared. A result is kept until a tree of one of the pictures changes.
create table image_comparison (
  id int generated always as identity primary key,
  -- the earlier picture and the later one
  before_id int not null references whole_image on delete cascade,
  after_id int not null references whole_image on delete cascade,
  -- the way of comparing that made it (compareVersion of the contract)
  method int not null,
  status text not null default 'pending'
    check (status in ('pending', 'in_progress', 'failed', 'completed')),
  -- 0..1
  progress float8 not null default 0,
  message jsonb,
  -- registration, recall of the detector on each picture, trees of both; null until completed
  result jsonb,
  requested_by int references user_account on delete set null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  updated_at timestamptz not null default now(),
  unique (before_id, after_id),
  check (before_id <> after_id)
);
create index image_comparison_after on image_comparison (after_id);
create index image_comparison_open on image_comparison (status) where status in ('pending', 'in_progress');

-- What became of each tree. Where it stands and whose it is says the tree itself.
create table tree_change (
  comparison_id int not null references image_comparison on delete cascade,
  -- the later picture's tree, or the earlier one's where the later one has none
  tree_id bigint not null,
  -- the same tree in the earlier picture, where both have it
  before_tree_id bigint,
  -- 0 kept, 1 planted, 2 lost, 3 not visible
  state smallint not null,
  -- found in: 0 the earlier picture alone, 1 the later one alone, 2 both
  side smallint not null,
  -- why it is not visible: 1 outside, 2 no data, 3 too coarse, 4 veiled; 0 otherwise
  reason smallint not null default 0,
  unsure boolean not null default false,
  -- probability that it came or went in between
  chance real not null,
  zc bigint not null,
  -- crown in the earlier and in the later picture, m²
  before_m2 real,
  after_m2 real,
  primary key (comparison_id, tree_id)
);
create index tree_change_zc on tree_change (comparison_id, zc);

-- Whoever changes a picture's trees ends its comparisons, whichever way: detection, correction, deletion.
-- Counting a tree (`current`) or moving a boundary does not change it.
create function end_comparisons() returns trigger language plpgsql as $$
begin
  if tg_level = 'ROW' then
    delete from image_comparison where new.whole_image_id in (before_id, after_id);
  else
    delete from image_comparison c using (select distinct whole_image_id as id from changed) i
    where i.id in (c.before_id, c.after_id);
  end if;
  return null;
end $$;
create trigger tree_added after insert on tree
  referencing new table as changed for each statement execute function end_comparisons();
create trigger tree_removed after delete on tree
  referencing old table as changed for each statement execute function end_comparisons();
create trigger tree_redrawn after update of lon, lat, box, crown, area_m2 on tree
  for each row execute function end_comparisons();
