-- A device may send as seldom as once in a quarter: water samples are taken by hand each week or month.
alter table device drop constraint device_interval_minutes_check;
alter table device add constraint device_interval_minutes_check
  check (interval_minutes between 1 and 92 * 1440);
