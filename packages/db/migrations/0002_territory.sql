create table region (
  id int generated always as identity primary key,
  code text not null default '',
  name jsonb not null,
  -- GeoJSON MultiPolygon, WGS 84
  boundary jsonb,
  bbox float8[],
  area_m2 float8,
  center float8[],
  demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index region_code on region (code) where code <> '';

create table district (
  id int generated always as identity primary key,
  region_id int not null references region,
  code text not null default '',
  kind text not null default 'district' check (kind in ('district', 'city')),
  name jsonb not null,
  boundary jsonb,
  bbox float8[],
  area_m2 float8,
  center float8[],
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index district_region on district (region_id);
create unique index district_code on district (code) where code <> '';

-- A person's reach: with no row here (and no ministry) it is the whole country.
create table user_territory (
  user_id int not null references user_account on delete cascade,
  region_id int references region on delete cascade,
  district_id int references district on delete cascade,
  check (num_nonnulls(region_id, district_id) = 1)
);
create index user_territory_user on user_territory (user_id);

create table garden (
  id int generated always as identity primary key,
  name jsonb not null,
  region_id int references region,
  district_id int references district,
  ministry_id int references ministry,
  boundary jsonb,
  bbox float8[],
  area_m2 float8,
  center float8[],
  photo_key text,
  demo boolean not null default false,
  created_by int references user_account on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index garden_district on garden (district_id);
create index garden_region on garden (region_id);
create index garden_ministry on garden (ministry_id);

create table tree_type (
  id int generated always as identity primary key,
  name jsonb not null,
  latin_name text not null default '',
  demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table planting_task (
  id int generated always as identity primary key,
  garden_id int not null references garden,
  ministry_id int references ministry,
  status text not null default 'pending'
    check (status in ('pending', 'in_progress', 'submitted', 'needs_changes', 'completed', 'cancelled')),
  assigned_date date not null,
  due_date date not null,
  demo boolean not null default false,
  created_by int references user_account on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (due_date >= assigned_date)
);
create index planting_task_garden on planting_task (garden_id);

create table planting_task_item (
  task_id int not null references planting_task on delete cascade,
  tree_type_id int not null references tree_type,
  quantity int not null check (quantity > 0),
  primary key (task_id, tree_type_id)
);

create table device (
  id int generated always as identity primary key,
  name text not null,
  type text not null check (type in ('air', 'soil', 'water')),
  latitude float8 not null,
  longitude float8 not null,
  garden_id int references garden on delete set null,
  region_id int references region,
  district_id int references district,
  retired boolean not null default false,
  demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- What the installation is: one row a fact ('demo', 'data_version').
create table installation (
  key text primary key,
  value jsonb not null
);
