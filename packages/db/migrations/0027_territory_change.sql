-- Borders that have moved over more trees than a call may wait for: the worker finds the places of all trees and
-- seen ground inside the boxes anew. A row is there until that is done.
create table territory_change (
  id int generated always as identity primary key,
  kind text not null check (kind in ('region', 'district', 'garden')),
  -- the places whose borders moved; some of them may be gone
  place_ids int[] not null,
  -- west, south, east, north of each box in degrees, one box after the other
  boxes float8[] not null,
  -- how far it is: the image, and in it the last tree, then the last square of seen ground
  at_image int not null default 0,
  at_zc bigint,
  at_tree bigint,
  at_cell int,
  created_at timestamptz not null default now()
);

-- Trees name their place like the pyramid and the tally do, by a plain number. A place is deleted at once, however
-- many trees lie in it, and they find their new one with the sums of the old one corrected.
alter table tree
  drop constraint tree_garden_id_fkey,
  drop constraint tree_district_id_fkey,
  drop constraint tree_region_id_fkey;
