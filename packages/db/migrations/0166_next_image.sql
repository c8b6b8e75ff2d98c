-- A run over an image that is published: what was prepared waits here, and the trees of its blocks with them, until they
-- take the place of the published ones in one transaction.
create table next_image (
  process_id int primary key references imagery_process on delete cascade,
  cog_key text not null,
  -- metadata, hash, coverage, grid, fragments and blocks as they were prepared
  image jsonb not null
);
create trigger release_files after delete or update of cog_key on next_image
  for each row execute function release_files('cog_key');
alter table imagery_block add column result jsonb;
