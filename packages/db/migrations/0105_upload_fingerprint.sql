-- Whether a file that somebody is about to send is here already: its size and the hash of its ends. Unknown of files that
-- came before; those are compared by name and size.
alter table upload add column fingerprint text check (fingerprint ~ '^[0-9a-f]{32}$');
create index upload_size on upload (size);
