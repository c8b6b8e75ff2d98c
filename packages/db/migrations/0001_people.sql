-- People, roles and what they did. PostgreSQL 15 without extensions.
create table organization_type (
  id int generated always as identity primary key,
  name jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table ministry (
  id int generated always as identity primary key,
  name jsonb not null,
  organization_type_id int references organization_type,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table user_group (
  id int generated always as identity primary key,
  name text not null,
  -- MasterAdmin and SysAdmin; cannot be edited or deleted
  built_in boolean not null default false,
  permissions jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index user_group_name on user_group (lower(name));

create table user_account (
  id int generated always as identity primary key,
  email text not null,
  first_name text not null,
  last_name text not null,
  password_hash text not null,
  photo_key text,
  group_id int not null references user_group,
  ministry_id int references ministry,
  language text not null default 'ru',
  is_active boolean not null default true,
  last_login timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index user_account_email on user_account (lower(email));

-- One row per sign-in chain; each refresh rotates the token, a reused one ends the family.
create table refresh_token (
  id uuid primary key default gen_random_uuid(),
  family uuid not null,
  user_id int not null references user_account on delete cascade,
  token_hash bytea not null unique,
  family_expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default now()
);
create index refresh_token_family on refresh_token (family);
create index refresh_token_user on refresh_token (user_id);

-- Failed sign-ins, for the throttle; keys are hashes of the e-mail and of the address.
create table sign_in_failure (
  key text not null,
  failed_at timestamptz not null default now()
);
create index sign_in_failure_key on sign_in_failure (key, failed_at);

create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id int references user_account on delete set null,
  action text not null,
  resource text not null,
  resource_id text,
  change jsonb
);
create index audit_log_resource on audit_log (resource, resource_id);
