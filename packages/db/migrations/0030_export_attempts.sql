-- The row is the queue of exports: whichever server is free takes the next one, and after a kill it is taken again.
alter table export
  -- how often somebody began to make it
  add column attempts int not null default 0,
  -- who asked, with the permissions and scope of that moment, under which it is made
  add column actor jsonb;

-- Orders of an earlier version do not say under whose permissions they are to be made.
update export set status = 'failed', problem = 'interrupted', finished_at = now()
where status in ('pending', 'in_progress');
