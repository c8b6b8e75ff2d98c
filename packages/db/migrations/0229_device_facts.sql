-- Facts of a device by which it is found in a store and on the ground, and a photo of how it stands.
alter table device
  add column serial text not null default '' check (char_length(serial) <= 100),
  add column maker text not null default '' check (char_length(maker) <= 100),
  add column model text not null default '' check (char_length(model) <= 100),
  add column height_m float8 check (height_m between -1000 and 1000),
  add column notes text not null default '' check (char_length(notes) <= 4000),
  add column photo_key text;
comment on column device.height_m is 'Metres above the ground, of water above its surface; negative below. Null where nobody has said it.';
-- Not unique: the same number of two makers is two devices, and people are refused only for what they see.
create index device_serial on device (upper(serial)) where serial <> '';
create trigger release_files after delete or update of photo_key on device
  for each row execute function release_files('photo_key');
-- The search of the panel finds a device by its serial number too.
drop index device_search;
create index device_search on device using gin (search_grams(search_fold(name || ' ' || serial))) with (fastupdate = off);
