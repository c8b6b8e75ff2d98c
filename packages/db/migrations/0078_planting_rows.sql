-- Young trees in rows, found by their pattern where a planting task has its garden on the image. Its trees are not
-- among the counted ones. A row is the part of a planting that lies in a block: written with it, replaced with it.
create table planting_rows (
  id int generated always as identity primary key,
  whole_image_id int not null references whole_image on delete cascade,
  block int not null,
  -- metres between places, the shorter step first; its direction in degrees from the image's right hand, anticlockwise
  step_short_m float8 not null,
  step_long_m float8 not null,
  direction_deg float8 not null,
  crown_m float8 not null,
  places int not null,
  -- places that hold a tree, and the 90 % range of their number
  occupied int not null,
  occupied_low int not null,
  occupied_high int not null,
  -- what the chances sum to, and their variance
  chance float8 not null,
  variance float8 not null,
  -- what the range of a sum of parts depends on: SharedDoubt of packages/contract/src/values/planting/place-range.ts
  doubt float8 not null,
  mistaken float8 not null,
  -- one element a place: longitudes, latitudes, source pixels, and the chance of each that a tree stands there
  lons float8[] not null,
  lats float8[] not null,
  xs real[] not null,
  ys real[] not null,
  chances real[] not null,
  check (occupied_low <= occupied and occupied <= occupied_high and occupied_high <= places),
  check (cardinality(lons) = places and cardinality(lats) = places and cardinality(chances) = places
    and cardinality(xs) = places and cardinality(ys) = places)
);
create index planting_rows_image on planting_rows (whole_image_id, block);
