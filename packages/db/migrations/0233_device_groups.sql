-- Named groups in which devices stand, as people sort them. Decision 121.
create table device_group (
  id int generated always as identity primary key,
  name text not null check (char_length(name) between 1 and 100),
  created_by int references user_account on delete set null,
  author text not null,
  created_at timestamptz not null default now()
);
create index device_group_author on device_group (created_by);
create table device_group_member (
  device_id int not null references device on delete cascade,
  group_id int not null references device_group on delete cascade,
  primary key (device_id, group_id)
);
create index device_group_member_group on device_group_member (group_id);
comment on table device_group is 'Named groups of devices, as people sort them; one that is deleted leaves its devices.';
comment on table device_group_member is 'Devices of groups; a device may stand in several.';
