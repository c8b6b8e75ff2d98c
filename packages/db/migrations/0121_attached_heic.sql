-- Photos as phones write them may be attached.
alter table attached_file drop constraint attached_file_kind_check;
alter table attached_file add constraint attached_file_kind_check
  check (kind in ('pdf', 'docx', 'xlsx', 'jpeg', 'png', 'heic', 'kml', 'zip'));
