-- A period of reports that one person submits and another approves: from then on its figures stand as approved.
create table report_period (
  id int generated always as identity primary key,
  -- Whose figures; null: the whole programme's.
  ministry_id int references ministry on delete restrict,
  from_date date not null,
  to_date date not null,
  state text not null default 'submitted' check (state in ('submitted', 'returned', 'approved')),
  -- What whoever submitted it says, with corrections the reason.
  note text not null default '',
  -- What whoever returned it says.
  comment text not null default '',
  submitted_by int references user_account on delete set null,
  -- Names stay when accounts go.
  submitter text not null,
  submitted_at timestamptz not null default now(),
  demo boolean not null default false,
  created_at timestamptz not null default now(),
  check (to_date >= from_date)
);
create unique index report_period_days on report_period (coalesce(ministry_id, 0), from_date, to_date);

-- The figures as they were approved, all rows of both reports. A version is never changed; corrections are the next one.
create table report_version (
  id int generated always as identity primary key,
  period_id int not null references report_period on delete restrict,
  version int not null check (version > 0),
  reports jsonb not null,
  -- What differs from the version before; empty in the first.
  corrections jsonb not null default '[]',
  note text not null default '',
  submitted_by int references user_account on delete set null,
  submitter text not null,
  submitted_at timestamptz not null,
  approved_by int references user_account on delete set null,
  approver text not null,
  approved_at timestamptz not null default now(),
  unique (period_id, version)
);

create function keep_report_version() returns trigger language plpgsql as $$
begin
  -- An account that goes leaves its name; nothing else of an approved version changes.
  if new.reports <> old.reports or new.corrections <> old.corrections or new.version <> old.version
    or new.period_id <> old.period_id or new.approved_at <> old.approved_at or new.approver <> old.approver
    or new.submitter <> old.submitter or new.note <> old.note then
    raise exception 'an approved version of a report does not change';
  end if;
  return new;
end $$;
create trigger report_version_kept before update on report_version
  for each row execute function keep_report_version();

create index audit_log_at on audit_log (at);
