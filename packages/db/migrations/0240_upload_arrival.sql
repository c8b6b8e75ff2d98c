-- With a bucket, what has come of an upload lies there in parts, and any server takes the next one.
create table upload_arrival (
  -- No foreign key: what lies in the bucket of an upload that is gone is ended there first, and then this row goes.
  upload_id text primary key,
  metadata jsonb not null,
  received bigint not null default 0,
  multipart text,
  tail_name text,
  tail_sha256 text,
  check ((tail_name is null) = (tail_sha256 is null))
);
comment on table upload_arrival is 'Uploads whose pieces lie in a bucket, until they are checked or given up.';
comment on column upload_arrival.metadata is 'Words of its sender, as tus has them.';
comment on column upload_arrival.received is 'Bytes that the bucket has: whole parts and the tail.';
comment on column upload_arrival.multipart is 'Name that the bucket gave to the upload in parts.';
comment on column upload_arrival.tail_name is 'Object with the bytes after the last whole part, which are too few for one.';

create table upload_part (
  upload_id text not null references upload_arrival on delete cascade,
  number int not null,
  bytes int not null,
  sha256 text not null,
  etag text not null,
  primary key (upload_id, number)
);
comment on table upload_part is 'Parts of uploads that the bucket has, by their number from 1.';
comment on column upload_part.etag is 'Name that the bucket gave to its content.';
