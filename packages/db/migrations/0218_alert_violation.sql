-- The violation that an alert was written into; alerts of one cause share one.
alter table alert add violation_id int references violation on delete set null;
create index alert_violation on alert (violation_id) where violation_id is not null;
