-- A period of reports that somebody is asked to approve is told of too.
alter table notice drop constraint notice_subject_check,
  add constraint notice_subject_check check (subject in ('task', 'violation', 'device', 'image', 'export', 'period'));
