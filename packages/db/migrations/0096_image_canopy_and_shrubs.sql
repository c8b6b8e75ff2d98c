-- Ground under crowns of a block (packages/contract/src/values/ground/canopy.ts). Null in blocks from before, and where no trees
-- were counted.
alter table imagery_block add column canopy jsonb;

-- Of the ground that an image was counted on, hectares: all of it, what crowns cover, and closed canopy with the trees that
-- were found in it. All null where no trees were counted, and in images from before: counting them anew measures it.
alter table whole_image
  add column ground_ha float8 check (ground_ha >= 0),
  add column crown_ha float8 check (crown_ha >= 0),
  add column closed_canopy_ha float8 check (closed_canopy_ha >= 0),
  add column closed_canopy_trees int check (closed_canopy_trees >= 0),
  add check (num_nulls(ground_ha, crown_ha, closed_canopy_ha, closed_canopy_trees) in (0, 4));

-- Shrubs of dry land that the detector took for trees, told apart by where they stand and how low they are; they are not among
-- the trees. Null in blocks and images from before, and where no trees were counted.
alter table imagery_block add column shrubs int check (shrubs >= 0);
alter table whole_image add column shrub_count int check (shrub_count >= 0);
