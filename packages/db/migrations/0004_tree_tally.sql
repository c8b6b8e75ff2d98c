-- Current trees counted once more, by picture: the sums of tree_cell without the place, kept by the same
-- transactions. A count's range, model and ground sample distance belong to a picture, which a cell of the
-- pyramid does not know. 0 stands for "in none", so that the key holds.
create table tree_tally (
  whole_image_id int not null references whole_image on delete cascade,
  region_id int not null default 0,
  district_id int not null default 0,
  garden_id int not null default 0,
  captured_on date not null,
  n int not null,
  green int not null,
  not_green int not null,
  unsure int not null,
  area_m2 float8 not null,
  -- crowns of green trees alone
  green_area_m2 float8 not null,
  primary key (whole_image_id, region_id, district_id, garden_id)
);
create index tree_tally_garden on tree_tally (garden_id);
