-- Trees counted by people in small windows of a picture: they give its count a range, and the detector a threshold.
create table calibration (
  whole_image_id int primary key references whole_image on delete cascade,
  -- windows asked for; the worker draws what is missing
  wanted int not null,
  -- the picture in squares of `side` pixels: those in which trees had been found, and how many had none
  side int,
  columns int,
  occupied int[] not null default '{}',
  empty int not null default 0,
  -- who looked into the windows at low scores
  model_sha256 text,
  requested_by int references user_account on delete set null,
  created_at timestamptz not null default now()
);

create table calibration_window (
  whole_image_id int not null references calibration on delete cascade,
  n int not null,
  -- the square's number, row by row
  cell int not null,
  is_occupied boolean not null,
  -- source pixels x0, y0, x1, y1, … of the trees that a person marked; null until counted
  marks real[],
  is_skipped boolean not null default false,
  -- x, y, reach and score of whatever the detector saw, at low scores too; null until it looked
  found real[],
  counted_by int references user_account on delete set null,
  counted_at timestamptz,
  primary key (whole_image_id, n),
  unique (whole_image_id, cell)
);

-- The range that the model's card gives, and the one shown: from counted windows where there are enough.
alter table whole_image
  -- the lowest score that was counted as a tree
  add column threshold float8,
  add column model_range_low float8,
  add column model_range_high float8,
  -- of windows: the squared half range that each tree adds in a part of the picture
  add column range_scatter float8 not null default 0,
  add column range_basis text not null default 'model' check (range_basis in ('model', 'calibration'));
update whole_image set model_range_low = range_low, model_range_high = range_high;
