-- When and where a report's photo was taken, as its metadata held it: a person may correct the row, the photo's own
-- words stay. `taken_at` is the camera's clock without a zone ("2026-05-14T09:30:00"); older photos have their day alone.
alter table planting_photo
  add column taken_at text,
  add column longitude float8,
  add column latitude float8,
  add check (num_nonnulls(longitude, latitude) in (0, 2));
update planting_photo ph set longitude = p.longitude, latitude = p.latitude
from planting_report p
where p.id = ph.report_id and p.photo_key = ph.of_photo and p.position_from_photo;

-- Photos of a report that a case was opened with stay with the case.
alter table attached_file drop constraint attached_file_evidence_check;
alter table attached_file add constraint attached_file_evidence_check
  check (evidence in ('before', 'after', 'photo'));
