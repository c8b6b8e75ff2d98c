-- Where the image of a process comes from: what was written at a source when it was made, kept when the source goes.
alter table imagery_process
  add column source_id int references imagery_source on delete set null,
  add column attribution text not null default '',
  add column licence text not null default '',
  -- 0..1 of the fetching; 1 once the file is there. Null where a person has uploaded it.
  add column fetched float8 check (fetched between 0 and 1);
create index imagery_process_source on imagery_process (source_id) where source_id is not null;
