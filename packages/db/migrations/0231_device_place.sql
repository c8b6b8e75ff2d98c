-- Places where a device stood before it was moved. Where it stands now, and since when, is said by the device itself: a
-- device that never moved has no row. A place written wrongly is corrected, and was never one. Decision 117.
create table device_place (
  id int generated always as identity primary key,
  device_id int not null references device on delete cascade,
  since date,
  until date not null check (until > since),
  latitude float8 not null,
  longitude float8 not null,
  garden_id int references garden on delete set null,
  region_id int references region on delete set null,
  district_id int references district on delete set null,
  created_by int references user_account on delete set null,
  author text not null,
  created_at timestamptz not null default now()
);
create index device_place_device on device_place (device_id, until);
create index device_place_garden on device_place (garden_id);
create index device_place_region on device_place (region_id);
create index device_place_district on device_place (district_id);
create index device_place_author on device_place (created_by);
comment on table device_place is 'Places where a device stood before it was moved, in local days.';
comment on column device_place.since is 'Null: since it was made.';
comment on column device_place.until is 'Exclusive: the day of the move, whose readings belong to the next place.';

alter table device add placed_on date;
comment on column device.placed_on is 'Local day since which it stands where it stands; null: since it was made.';
