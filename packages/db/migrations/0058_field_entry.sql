alter table planting_report
  -- What was recorded on the spot: a point, a walked line or a drawn area (GeoJSON, WGS 84).
  add column place jsonb,
  -- Horizontal error that the device stated, metres.
  add column accuracy_m float8 check (accuracy_m >= 0);

-- Entries of phones that have arrived: one that comes again writes nothing, even where its row was deleted since.
create table field_entry (
  -- made on the phone
  id uuid primary key,
  account_id int not null references user_account on delete cascade,
  task_id int not null references planting_task on delete cascade,
  report_id int references planting_report on delete set null,
  arrived_at timestamptz not null default now()
);
create index field_entry_account on field_entry (account_id);
create index field_entry_task on field_entry (task_id);
create index field_entry_report on field_entry (report_id);
