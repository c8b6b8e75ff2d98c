-- When a tree counted. A tree of a published image counts from the day of its image until the first newer
-- published image of its place: then `superseded_on` is that image's day. While nothing is newer, `current` is
-- set and `superseded_on` null; an image that is not published leaves both empty.
alter table tree
  add column superseded_on date,
  add constraint current_or_superseded check (not current or superseded_on is null);
create index tree_zc_past on tree (zc)
  include (green, captured_on, superseded_on, garden_id, district_id, region_id, id)
  where superseded_on is not null;

-- Sums of trees that counted in the past too, apart by the day until which they did; current ones: infinity.
alter table tree_tally
  add column superseded_on date not null default 'infinity',
  drop constraint tree_tally_pkey,
  add primary key (whole_image_id, region_id, district_id, garden_id, superseded_on);

-- The count pyramid over superseded trees. Apart from `tree_cell`, so that what counts now is read as quickly as ever.
create table tree_cell_past (
  level smallint not null,
  cell bigint not null,
  region_id int not null default 0,
  district_id int not null default 0,
  garden_id int not null default 0,
  captured_on date not null,
  superseded_on date not null,
  n int not null,
  green int not null,
  not_green int not null,
  unsure int not null,
  area_m2 float8 not null,
  primary key (level, cell, garden_id, district_id, region_id, captured_on, superseded_on)
);

-- The rule by which the image's trees were settled last (`settleVersion`); the worker settles what an older
-- version of the software published.
alter table whole_image add column settle_version smallint not null default 0;
