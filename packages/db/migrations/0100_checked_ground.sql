-- Ground that a person has looked over whole: its count is exact, and the range is of the rest (decision 55). What was
-- accepted before this meant less, and is not taken for it.
alter table fragment
  -- a person says that each tree is marked and nothing else is
  add column checked boolean not null default false,
  add constraint checked_is_accepted check (not checked or (status = 'done' and review in ('accepted', 'corrected'))),
  -- how much a look may change: its trees, each the more the less certain its score (doubtOf)
  add column doubt real not null default 0;
create index fragment_checked on fragment (whole_image_id, n) where checked;
create index fragment_doubt on fragment (whole_image_id, doubt desc, n) where not checked;
update fragment f set doubt = t.doubt
from (
  select whole_image_id, fragment, sum(0.5 + 2 * score * (1 - score))::real as doubt from tree group by 1, 2
) t
where f.whole_image_id = t.whole_image_id and f.n = t.fragment;

alter table whole_image
  -- of its fragments, 0 to 1
  add column checked_ground float8 not null default 0 check (checked_ground between 0 and 1);
-- of n, trees in checked fragments
alter table tree_tally add column checked int not null default 0;
