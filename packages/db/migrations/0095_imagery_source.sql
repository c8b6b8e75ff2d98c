-- Where images come from (decision 45). What a source is asked with is secret: it is kept encrypted, bound to the
-- address's origin, and the key is a file outside the database.
create table imagery_source (
  id int generated always as identity primary key,
  name jsonb not null,
  kind text not null check (kind in ('upload', 'xyz', 'wmts', 'wms', 'stac')),
  -- empty for uploads
  address text not null default '' check ((kind = 'upload') = (address = '')),
  date_format text not null default 'YYYY-MM-DD'
    check (date_format in ('YYYY-MM-DD', 'YYYYMMDD', 'YYYY-DDD', 'YYYY-MM', 'YYYY')),
  layer text not null default '',
  asset text not null default '',
  bands text not null default '',
  max_zoom int check (max_zoom between 0 and 24),
  -- ground metres of a pixel
  gsd_m float8 check (gsd_m > 0),
  attribution text not null default '',
  licence text not null default '',
  enabled boolean not null default true,
  credential_kind text not null default 'none'
    check (credential_kind in ('none', 'basic', 'bearer', 'query', 'header')),
  credential_name text not null default '',
  -- AES-256-GCM: nonce, tag and text, base64
  credential_secret text check ((credential_kind = 'none') = (credential_secret is null)),
  demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Servers that sources may lie on; edited by the built-in roles alone.
create table imagery_host (
  host text primary key,
  added_by int references user_account on delete set null,
  added_at timestamptz not null default now()
);
