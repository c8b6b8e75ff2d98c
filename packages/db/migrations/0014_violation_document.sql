-- What was seen, where, and what became of it.
create table violation (
  id int generated always as identity primary key,
  kind text not null check (kind in ('illegal_felling', 'tree_damage', 'fire', 'dumping', 'water_misuse',
    'unauthorized_construction', 'other')),
  state text not null default 'new'
    check (state in ('new', 'under_review', 'confirmed', 'referred', 'closed', 'dismissed')),
  title text not null,
  description text not null default '',
  longitude float8,
  latitude float8,
  garden_id int references garden on delete set null,
  region_id int references region on delete set null,
  district_id int references district on delete set null,
  -- who is to act on it
  ministry_id int references ministry,
  observed_on date not null,
  reported_by text not null default '',
  demo boolean not null default false,
  created_by int references user_account on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (num_nonnulls(longitude, latitude) in (0, 2))
);
create index violation_state on violation (state, observed_on);
create index violation_region on violation (region_id);
create index violation_district on violation (district_id);
create index violation_garden on violation (garden_id);

-- Names of authors stay when their accounts go: a case must say who decided.
create table violation_change (
  id int generated always as identity primary key,
  violation_id int not null references violation on delete cascade,
  from_state text,
  to_state text not null,
  comment text not null default '',
  user_id int references user_account on delete set null,
  author text not null,
  created_at timestamptz not null default now()
);
create index violation_change_violation on violation_change (violation_id, id);

create table violation_comment (
  id int generated always as identity primary key,
  violation_id int not null references violation on delete cascade,
  user_id int references user_account on delete set null,
  author text not null,
  body text not null,
  created_at timestamptz not null default now()
);
create index violation_comment_violation on violation_comment (violation_id, id);

create table document (
  id int generated always as identity primary key,
  name jsonb not null,
  number text not null default '',
  date date,
  category text not null check (category in ('law', 'order', 'instruction', 'report', 'other')),
  description text not null default '',
  demo boolean not null default false,
  created_by int references user_account on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index document_date on document (date);

-- Files of either, byte for byte as they came.
create table attached_file (
  id int generated always as identity primary key,
  violation_id int references violation on delete cascade,
  document_id int references document on delete cascade,
  name text not null,
  kind text not null check (kind in ('pdf', 'docx', 'xlsx', 'jpeg', 'png', 'kml', 'zip')),
  size bigint not null,
  sha256 text not null,
  file_key text not null unique,
  -- a WebP of an image, made when it came
  preview_key text,
  user_id int references user_account on delete set null,
  author text not null,
  created_at timestamptz not null default now(),
  check (num_nonnulls(violation_id, document_id) = 1)
);
create unique index attached_file_violation on attached_file (violation_id, sha256) where violation_id is not null;
create unique index attached_file_document on attached_file (document_id, sha256) where document_id is not null;
