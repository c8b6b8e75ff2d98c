-- Of each place of a planting row, by its order in lons and lats: true where a pit was dug and holds no plant. Null where
-- the image is too coarse to tell.
alter table planting_rows add column pits boolean[];
alter table planting_rows add constraint planting_rows_pits check (pits is null or cardinality(pits) = places);
