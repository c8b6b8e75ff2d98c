-- How much ground each published image shows, split by where it lies and by when a newer image took it over.
-- Ground counts as seen within a period by the one image that was taken in it and not taken over in it:
-- captured_on between the period's days and superseded_on after its end. So any sum of rows is exact and
-- counts no ground twice. Kept by packages/db/src/seen-area.ts in the transactions that change the trees.
create table seen_area (
  whole_image_id int not null references whole_image on delete cascade,
  -- a square of the ground, so that a moved boundary costs only what it touches; see seen-area-cells.ts
  cell int not null,
  -- as in tree_tally: 0 stands for "in none", so that the key holds
  region_id int not null default 0,
  district_id int not null default 0,
  garden_id int not null default 0,
  captured_on date not null,
  -- the day of the first newer image that shows this ground; infinity when there is none
  superseded_on date not null,
  -- the same among images that have a green level
  green_superseded_on date not null,
  area_m2 float8 not null,
  primary key (whole_image_id, cell, garden_id, district_id, region_id, superseded_on, green_superseded_on)
);
create index seen_area_garden on seen_area (garden_id);
