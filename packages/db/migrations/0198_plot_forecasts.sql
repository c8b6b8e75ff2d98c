-- Forecasts made when plots of an image were asked for, and the range once they were done: kept, and never computed again.
create table calibration_forecast (
  whole_image_id int not null references calibration on delete cascade,
  -- Windows that are drawn in all once those asked for are.
  windows int not null,
  asked_at timestamptz not null default now(),
  -- Windows that were to be counted then, and the seconds that was expected to take.
  plots int not null,
  seconds float8 not null,
  -- Trees: the range then, where one was stated, and the one expected.
  from_low int,
  from_high int,
  low int not null,
  high int not null,
  -- The range when the last of the windows was done.
  true_low int,
  true_high int,
  ended_at timestamptz,
  primary key (whole_image_id, windows)
);
