-- Cover of the ground that an image was counted on, told by its pixels, hectares: closed canopy whose crowns were not found
-- (part of closed_canopy_ha), and of the rest of the ground single trees and open wood, low plants, and bare, built or dry ground.
-- All null in images that were counted before pixels were looked at, and where no trees were counted.
alter table whole_image
  add column missed_canopy_ha float8 check (missed_canopy_ha >= 0),
  add column open_canopy_ha float8 check (open_canopy_ha >= 0),
  add column low_plants_ha float8 check (low_plants_ha >= 0),
  add column bare_ha float8 check (bare_ha >= 0),
  add check (num_nulls(missed_canopy_ha, open_canopy_ha, low_plants_ha, bare_ha) in (0, 4)),
  add check (open_canopy_ha is null or ground_ha is not null);
