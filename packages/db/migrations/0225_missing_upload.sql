-- A file that has arrived may be on the disk of a server that is gone: others look for it, and give it up after a while.
alter table upload add column missing_since timestamptz;
comment on column upload.missing_since is 'Since when those who would check it do not find its file.';
