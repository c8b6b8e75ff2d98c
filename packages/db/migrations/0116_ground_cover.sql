-- Closed canopy and shrubs by where they stand, so that places and periods have sums of them (decision 60).
create table ground_cover (
  whole_image_id int not null references whole_image on delete cascade,
  -- a square of the ground, as in seen_area
  cell int not null,
  -- closed canopy: longitude and latitude of the middle of each of its grid cells, and its square metres
  canopy float8[] not null default '{}',
  -- longitude and latitude of each shrub
  shrubs float8[] not null default '{}',
  primary key (whole_image_id, cell)
);

-- Where the shrubs of a block stand, source pixels x0, y0, x1, y1, …; null in blocks from before.
alter table imagery_block add column shrub_points real[];

-- Whether all closed canopy of the image, and all of its shrubs, stand in ground_cover. Where there are none, nothing is missing.
alter table whole_image
  add column canopy_placed boolean not null default false,
  add column shrubs_placed boolean not null default false;
update whole_image set canopy_placed = coalesce(closed_canopy_ha = 0, false), shrubs_placed = coalesce(shrub_count = 0, false)
where closed_canopy_ha = 0 or shrub_count = 0;

-- Of the ground of a row, closed canopy and shrubs whose middles lie in it; null where the image does not say.
alter table seen_area
  add column canopy_m2 float8,
  add column shrubs int;
update seen_area s set canopy_m2 = case when w.canopy_placed then 0 end, shrubs = case when w.shrubs_placed then 0 end
from whole_image w where w.id = s.whole_image_id and (w.canopy_placed or w.shrubs_placed);
