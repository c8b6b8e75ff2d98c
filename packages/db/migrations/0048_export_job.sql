-- Exports are jobs of the queue, which knows who is alive.
alter table export drop column beat_at;
create index export_unfinished on export (id) where status in ('pending', 'in_progress');
