-- Tiles within a region are read from the index alone, like those within a district.
drop index tree_zc;
create index tree_zc on tree (zc)
  include (green, captured_on, garden_id, district_id, region_id, id) where current;
