create table upload (
  -- the tus id: random, unguessable
  id text primary key,
  user_id int not null references user_account,
  file_name text not null,
  size bigint not null,
  status text not null default 'receiving' check (status in ('receiving', 'checking', 'ready', 'refused')),
  problem jsonb,
  -- ImageFacts as the door read them
  facts jsonb,
  sha256 text,
  file_key text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table imagery_process (
  id int generated always as identity primary key,
  imagery_task_id uuid not null unique default gen_random_uuid(),
  upload_id text references upload on delete set null,
  file_name text not null,
  file_key text not null,
  facts jsonb not null,
  capture_date date not null,
  status text not null default 'pending'
    check (status in ('pending', 'in_progress', 'failed', 'stopped', 'completed')),
  step text not null default 'waiting',
  -- 0..1 within the conversion; the percentage is computed from it and the blocks
  conversion float8 not null default 0,
  blocks_total int not null default 0,
  blocks_done int not null default 0,
  fragments_total int not null default 0,
  fragments_done int not null default 0,
  tree_count int not null default 0,
  threshold float8,
  -- what to look at: null is the whole picture
  area_kind text not null default 'image' check (area_kind in ('image', 'garden', 'district', 'region', 'boundary')),
  area_id int,
  area jsonb,
  message jsonb,
  requested_by int references user_account on delete set null,
  language text not null default 'ru',
  -- counts restarts, so that a job of an earlier run writes nothing
  run int not null default 1,
  demo boolean not null default false,
  region_id int references region on delete set null,
  district_id int references district on delete set null,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  updated_at timestamptz not null default now()
);
create index imagery_process_status on imagery_process (status, id);

create table whole_image (
  id int generated always as identity primary key,
  process_id int not null unique references imagery_process on delete cascade,
  captured_on date not null,
  -- SHA-256 of the decoded picture
  date_hash text not null,
  original_key text not null,
  cog_key text not null,
  -- ImageFacts of the COG
  facts jsonb not null,
  width int not null,
  height int not null,
  gsd_m float8 not null,
  has_nir boolean not null,
  bbox float8[] not null,
  -- GeoJSON MultiPolygon: footprint, cut to the process's area
  coverage jsonb not null,
  coverage_m2 float8 not null,
  grid_version int not null default 1,
  fragment_count int not null,
  model text,
  model_sha256 text,
  -- the count's 90 % range as factors of the count, from the model's card
  range_low float8,
  range_high float8,
  -- vegetation apart from trees: share of the coverage, and the index that says so
  green_level float8,
  green_index text,
  tree_count int not null default 0,
  green_count int not null default 0,
  region_id int references region on delete set null,
  district_id int references district on delete set null,
  -- its trees are counted
  published_at timestamptz,
  created_at timestamptz not null default now()
);
create index whole_image_date on whole_image (captured_on, id);
create index whole_image_hash on whole_image (date_hash);

create table imagery_block (
  process_id int not null references imagery_process on delete cascade,
  n int not null,
  status text not null default 'pending' check (status in ('pending', 'running', 'done', 'failed')),
  fx0 int not null,
  fy0 int not null,
  fx1 int not null,
  fy1 int not null,
  fragments int not null,
  trees int not null default 0,
  attempts int not null default 0,
  -- counted in the block's core, for the green level: pixels looked at, and green apart from trees
  valid_pixels bigint not null default 0,
  green_pixels bigint not null default 0,
  message jsonb,
  updated_at timestamptz not null default now(),
  primary key (process_id, n)
);

create table fragment (
  whole_image_id int not null references whole_image on delete cascade,
  n int not null,
  fx int not null,
  fy int not null,
  block int not null,
  bbox float8[] not null,
  status text not null default 'pending' check (status in ('pending', 'done', 'failed')),
  review text not null default 'new' check (review in ('new', 'accepted', 'corrected', 'rejected')),
  reviewed_by int references user_account on delete set null,
  reviewed_at timestamptz,
  tree_count int not null default 0,
  green_count int not null default 0,
  -- raised when its trees change; the pictures' ETag
  version int not null default 0,
  primary key (whole_image_id, n)
);

create table tree (
  id bigint generated always as identity primary key,
  whole_image_id int not null references whole_image on delete cascade,
  fragment int not null,
  -- 62-bit Morton key of two 31-bit Web Mercator coordinates
  zc bigint not null,
  lon float8 not null,
  lat float8 not null,
  captured_on date not null,
  score real not null,
  -- 0 not green, 1 green, 2 unsure
  green smallint not null,
  veg_index real,
  veg_index_name text,
  area_m2 real not null,
  -- source pixels: xmin, ymin, xmax, ymax
  box real[] not null,
  -- source pixels: x0, y0, x1, y1, …
  crown real[] not null,
  garden_id int references garden on delete set null,
  district_id int references district on delete set null,
  region_id int references region on delete set null,
  -- counted: of a published picture, with no newer published picture over it
  current boolean not null default false
);
create index tree_zc on tree (zc) include (green, captured_on, garden_id, district_id, id) where current;
create index tree_image on tree (whole_image_id, fragment);
create index tree_image_zc on tree (whole_image_id, zc);
create index tree_garden on tree (garden_id) where garden_id is not null;

-- The count pyramid over current trees. A cell of level L is zc >> 2 * (31 - L); levels 4 to 18.
-- Rows are kept per garden, district and capture date, so that any reach and any period is a sum.
create table tree_cell (
  level smallint not null,
  cell bigint not null,
  region_id int not null default 0,
  district_id int not null default 0,
  garden_id int not null default 0,
  captured_on date not null,
  n int not null,
  green int not null,
  not_green int not null,
  unsure int not null,
  area_m2 float8 not null,
  primary key (level, cell, garden_id, district_id, region_id, captured_on)
);
create index tree_cell_garden on tree_cell (garden_id, level);
