-- Metres between trees; null where nobody has said it.
alter table planting_task add column spacing_m float8 check (spacing_m between 0.2 and 50);

alter table planting_report
  -- Metres from the garden's boundary to the row's position, 0 inside; null without one of the two.
  add column boundary_distance_m float8,
  -- False until its distance and its photo's hash are known: rows from before, and those written past the server.
  add column evidence_checked boolean not null default false;
create index planting_report_unchecked on planting_report (id) where not evidence_checked;

-- What is known of a row's photo beside its pixels. A row without hash and checksum is of a photo that could not be read.
create table planting_photo (
  report_id int primary key references planting_report on delete cascade,
  -- the key of the photo that this is known of, which the row names
  of_photo text not null,
  -- of the file as it was sent; null for photos from before, of which only the re-encoded one is there
  sha256 text,
  -- 256 signs of low frequencies (packages/vision/src/render/photo-hash.ts); null where the photo shows too little
  hash_0 int8,
  hash_1 int8,
  hash_2 int8,
  hash_3 int8,
  -- what the camera wrote: its own day, the receiver's error and where it looked, degrees from north
  taken_on date,
  position_error_m float8,
  direction_deg float8,
  sent_at timestamptz not null,
  check ((hash_0 is null) = (hash_3 is null))
);
create index planting_photo_sha256 on planting_photo (sha256);
-- Two hashes of 64 bits that differ in at most 4n + 3 bits have a quarter in which they differ in at most n.
create index planting_photo_band_0 on planting_photo ((hash_0 & 65535)) include (hash_0, report_id);
create index planting_photo_band_1 on planting_photo ((hash_0 >> 16 & 65535)) include (hash_0, report_id);
create index planting_photo_band_2 on planting_photo ((hash_0 >> 32 & 65535)) include (hash_0, report_id);
create index planting_photo_band_3 on planting_photo ((hash_0 >> 48 & 65535)) include (hash_0, report_id);

-- Rows that show the same photo, each pair in both directions.
create table planting_photo_match (
  report_id int not null references planting_photo on delete cascade,
  other_id int not null references planting_photo on delete cascade,
  exact boolean not null,
  mirrored boolean not null,
  -- bits of 256; null where one of the two has no hash
  distance int,
  primary key (report_id, other_id)
);
create index planting_photo_match_other on planting_photo_match (other_id);
