-- Which day it is where the programme plants: UTC+5 all year round, as the contract's programme-day.ts says it.

-- The day of a moment there.
create function programme_day(at timestamptz) returns date
  language sql immutable parallel safe return ((at at time zone 'UTC') + interval '5 hours')::date;

-- The moment at which a day begins there.
create function programme_midnight(day date) returns timestamptz
  language sql immutable parallel safe return (day::timestamp - interval '5 hours') at time zone 'UTC';

create or replace function next_violation_number() returns text language plpgsql as $$
declare
  this_year int := extract(year from programme_day(now()));
  n int;
begin
  insert into violation_counter as c (year, last) values (this_year, 1)
    on conflict (year) do update set last = c.last + 1 returning c.last into n;
  return this_year || '-' || lpad(n::text, greatest(4, length(n::text)), '0');
end $$;
