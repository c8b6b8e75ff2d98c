-- What reports add up without reading each tree or each hour.

-- Trees of a comparison in sum, by the place that they have now; 0: in none. Refreshed with tree_tally.
create table change_tally (
  comparison_id int not null references image_comparison on delete cascade,
  region_id int not null,
  district_id int not null,
  garden_id int not null,
  state smallint not null,
  side smallint not null,
  n int not null,
  -- sums of the trees' chances, and of chance × (1 − chance)
  expected float8 not null,
  variance float8 not null,
  primary key (comparison_id, region_id, district_id, garden_id, state, side)
);
insert into change_tally
select c.comparison_id, coalesce(t.region_id, 0), coalesce(t.district_id, 0), coalesce(t.garden_id, 0),
  c.state, c.side, count(*), sum(c.chance::float8), sum(c.chance::float8 * (1 - c.chance))
from tree_change c join tree t on t.id = c.tree_id
group by 1, 2, 3, 4, 5, 6;

-- The lowest and the highest right value of each measure of a device on each day of the programme (UTC+5).
create table reading_span (
  device_id int not null references device on delete cascade,
  measure smallint not null,
  day date not null,
  low real not null,
  high real not null,
  primary key (device_id, measure, day) include (low, high)
) with (fillfactor = 80);
insert into reading_span
select device_id, measure, ((hour at time zone 'UTC') + interval '5 hours')::date as day, min(low), max(high)
from reading_hour group by 1, 2, 3;

create index survival_visit_day on survival_visit (task_id, state, due_date);
create index violation_settled on violation_change (violation_id, created_at) where field = 'state';
