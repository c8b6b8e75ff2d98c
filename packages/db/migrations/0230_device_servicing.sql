-- Work that people did on a device, and when it is due again. An entry is taken back, never deleted: it stays in the list.
create table device_servicing (
  id int generated always as identity primary key,
  device_id int not null references device on delete cascade,
  done_on date not null,
  kind text not null check (kind in
    ('installed', 'cleaned', 'calibrated', 'battery', 'repaired', 'inspected', 'other')),
  done_by text not null check (char_length(done_by) <= 200),
  note text not null,
  due_on date check (due_on > done_on),
  created_by int references user_account on delete set null,
  author text not null,
  created_at timestamptz not null default now(),
  taken_back_id int references user_account on delete set null,
  taken_back_by text,
  taken_back_at timestamptz,
  taken_back_note text,
  check (kind <> 'other' or note <> '')
);
create index device_servicing_device on device_servicing (device_id, kind, done_on desc, id desc);
create index device_servicing_author on device_servicing (created_by);
create index device_servicing_taken_back on device_servicing (taken_back_id);
comment on table device_servicing is 'Work that people did on a device, and when it is due again.';
comment on column device_servicing.done_by is 'As the entry names them; its author may be another.';
comment on column device_servicing.due_on is 'Day on which the same is to be done again; a later entry of its kind takes its place.';

-- Written with the entries, so that thousands of devices are ordered and filtered by it.
alter table device add service_due date, add service_kind text check (service_kind in
    ('installed', 'cleaned', 'calibrated', 'battery', 'repaired', 'inspected', 'other')), add serviced_on date;
create index device_service_due on device (service_due) where service_due is not null;
comment on column device.service_due is 'The earliest day that the newest entries of each kind name.';
comment on column device.service_kind is 'Kind of that entry.';
comment on column device.serviced_on is 'Day of the newest entry.';
