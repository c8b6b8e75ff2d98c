-- Several servers take the pieces of one upload, one at a time: who writes holds a lease, which a killed one lets run out.
alter table upload add column writer uuid;
alter table upload add column writer_until timestamptz;
alter table upload add column writer_wanted boolean not null default false;
comment on column upload.writer is 'Call that writes to its file now.';
comment on column upload.writer_until is 'Lease of that call; one whose server was killed lets it run out.';
comment on column upload.writer_wanted is 'Another call waits for that one to let it go.';
