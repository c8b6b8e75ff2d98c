-- Where a new run of an image says otherwise than the people who had corrected its trees (decision 59).
create table tree_conflict (
  id bigint generated always as identity primary key,
  whole_image_id int not null references whole_image on delete cascade,
  -- the tree that a person corrected
  tree_id bigint not null,
  fragment int not null,
  kind text not null check (kind in ('found_again', 'not_found', 'other_green', 'beside')),
  -- what the person had said last when the run was published
  correction_id bigint not null references tree_correction on delete cascade,
  -- what the run found there; null: nothing
  found jsonb,
  -- of `beside`: the number under which the second tree stands
  found_tree_id bigint,
  made_at timestamptz not null default now(),
  -- corrected: a person corrected one of the two trees otherwise
  decided text check (decided in ('kept', 'taken', 'corrected')),
  -- the correction that decided it, and by whose undoing it is open again
  decision_id bigint references tree_correction on delete set null,
  decided_by int references user_account on delete set null,
  decided_at timestamptz,
  check ((found is null) = (kind = 'not_found')),
  check ((found_tree_id is not null) = (kind = 'beside')),
  check ((decided is null) = (decided_at is null))
);
create index tree_conflict_image on tree_conflict (whole_image_id, id);
create index tree_conflict_tree on tree_conflict (tree_id);
create index tree_conflict_found on tree_conflict (found_tree_id) where found_tree_id is not null;
create index tree_conflict_decision on tree_conflict (decision_id) where decision_id is not null;
create index tree_conflict_correction on tree_conflict (correction_id);
create unique index tree_conflict_open on tree_conflict (tree_id, kind, coalesce(found_tree_id, 0)) where decided is null;

-- A second person counts a drawn share of the fragments that a first one looked through, without seeing what is marked
-- there; the two are compared (decision 59). It moves no count.
create table opinion_draw (
  id int generated always as identity primary key,
  whole_image_id int not null references whole_image on delete cascade,
  share float8 not null check (share > 0 and share <= 1),
  seed int not null,
  -- numbers of the fragments that had been looked through: with the seed they repeat the draw
  pool int[] not null,
  drawn_by int references user_account on delete set null,
  drawn_at timestamptz not null default now()
);
create index opinion_draw_image on opinion_draw (whole_image_id, id);

create table second_opinion (
  id int generated always as identity primary key,
  draw_id int not null references opinion_draw on delete cascade,
  whole_image_id int not null references whole_image on delete cascade,
  fragment int not null,
  first_by int references user_account on delete set null,
  first_at timestamptz not null,
  -- the trees of the fragment as they stood when it was drawn: number, middle and crown in source pixels
  first_trees jsonb not null,
  state text not null default 'open' check (state in ('open', 'counted', 'skipped')),
  -- source pixels x0, y0, x1, y1, … of the trees that the second person saw
  points real[],
  second_by int references user_account on delete set null,
  counted_at timestamptz,
  agreed int,
  only_first int,
  only_second int,
  check ((state = 'counted') = (points is not null)),
  check ((state = 'open') = (counted_at is null)),
  check ((state = 'counted') = (num_nonnulls(agreed, only_first, only_second) = 3))
);
create index second_opinion_image on second_opinion (whole_image_id, id);
create index second_opinion_draw on second_opinion (draw_id);
create unique index second_opinion_open on second_opinion (whole_image_id, fragment) where state = 'open';

-- A review that is taken back, or a fragment that is found anew, leaves nothing to give a second opinion on.
create function end_opinions_of_review() returns trigger language plpgsql as $$
begin
  delete from second_opinion o
  where o.whole_image_id = new.whole_image_id and o.fragment = new.n and o.state = 'open';
  return null;
end $$;
create trigger end_opinions_of_review after update of review on fragment
  for each row when (new.review in ('new', 'rejected') and new.review is distinct from old.review)
  execute function end_opinions_of_review();

create function end_opinions_of_fragments() returns trigger language plpgsql as $$
begin
  delete from second_opinion o using gone g
  where o.whole_image_id = g.whole_image_id and o.fragment = g.n and o.state = 'open';
  return null;
end $$;
create trigger end_opinions_of_fragments after delete on fragment
  referencing old table as gone for each statement execute function end_opinions_of_fragments();
