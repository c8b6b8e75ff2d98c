-- Who works at an organization, and how to reach them. They do not sign in.
create table ministry_employee (
  id int generated always as identity primary key,
  ministry_id int not null references ministry,
  first_name text not null,
  last_name text not null,
  position text not null default '',
  phone text not null default '',
  email text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index ministry_employee_ministry on ministry_employee (ministry_id);
create index ministry_organization_type on ministry (organization_type_id);
