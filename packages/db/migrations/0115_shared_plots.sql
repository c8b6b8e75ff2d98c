-- Images of one kind (source, season, resolution, model) share what their sample plots say (decision 62).
alter table calibration
  -- trees that stand there for each one counted, by the plots alone, and the variance of its logarithm; null until enough are counted
  add column ratio float8,
  add column ratio_variance float8;
alter table whole_image
  -- the images whose plots its range rests on, where it has too few of its own
  add column range_images int[] not null default '{}',
  drop constraint whole_image_range_basis_check,
  add constraint whole_image_range_basis_check check (range_basis in ('model', 'calibration', 'shared'));
create index whole_image_range_images on whole_image using gin (range_images) where range_images <> '{}';

-- What older plots said is the middle of the range that they gave; its width stands for some eight plots (t = 1.9).
update calibration c set ratio = m.middle, ratio_variance = (m.half / 1.9 / m.middle) ^ 2
from (
  select id, greatest((range_low + range_high) / 2, 0.01) as middle, greatest((range_high - range_low) / 2, 0.01) as half
  from whole_image where range_basis = 'calibration'
) m where m.id = c.whole_image_id;

-- Images whose plots say something else than before, or are gone: the ranges of their kind are to follow.
create table plots_changed (
  id bigint generated always as identity primary key,
  whole_image_id int not null
);
insert into plots_changed (whole_image_id) select whole_image_id from calibration where ratio is not null;

create function note_plots_changed() returns trigger language plpgsql as $$
begin
  insert into plots_changed (whole_image_id) values (old.whole_image_id);
  return null;
end $$;
create trigger calibration_ratio_changed after update on calibration for each row
  when (old.ratio is distinct from new.ratio or old.ratio_variance is distinct from new.ratio_variance)
  execute function note_plots_changed();
create trigger calibration_gone after delete on calibration for each row when (old.ratio is not null)
  execute function note_plots_changed();

-- It becomes an image of another kind, or its plots no longer count.
create function note_kind_changed() returns trigger language plpgsql as $$
begin
  insert into plots_changed (whole_image_id)
  select whole_image_id from calibration where whole_image_id = new.id and ratio is not null;
  return null;
end $$;
create trigger whole_image_kind_changed after update on whole_image for each row
  when (old.captured_on is distinct from new.captured_on or old.review is distinct from new.review
    or old.threshold is distinct from new.threshold or old.model_sha256 is distinct from new.model_sha256
    or old.leaf_off is distinct from new.leaf_off or old.region_id is distinct from new.region_id)
  execute function note_kind_changed();
