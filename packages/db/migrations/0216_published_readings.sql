-- Readings of devices can be published too, apart from the places of devices.
alter table open_collection drop constraint open_collection_name_check;
alter table open_collection add constraint open_collection_name_check
  check (name in ('regions', 'districts', 'gardens', 'trees', 'devices', 'readings'));
