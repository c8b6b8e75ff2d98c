-- What a person gives to a map program (QGIS, GDAL, STAC clients) so that it reads images in their name: only its hash is kept.
create table access_token (
  id int generated always as identity primary key,
  user_id int not null references user_account on delete cascade,
  name text not null,
  -- SHA-256 of 32 random bytes: nothing that could be guessed, so no slow hash
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null check (expires_at <= created_at + interval '366 days'),
  -- to the minute: a map asks for hundreds of tiles
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index access_token_of on access_token (user_id, id);
