-- The zone whose days the programme keeps. The server sets it at the first start (NIHOL_TIME_ZONE) and never again:
-- readings, reports and case numbers are kept by these days.
create function programme_zone() returns text
  language sql immutable parallel safe return 'Asia/Dushanbe'::text;

-- The day of a moment there.
create or replace function programme_day(at timestamptz) returns date
  language sql immutable parallel safe return (at at time zone programme_zone())::date;

-- The moment at which a day begins there.
create or replace function programme_midnight(day date) returns timestamptz
  language sql immutable parallel safe return day::timestamp at time zone programme_zone();
