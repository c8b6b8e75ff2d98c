-- Captures that a watched source offers are told of; subject_id is the number of the source.
alter table notice drop constraint notice_subject_check,
  add constraint notice_subject_check
    check (subject in ('task', 'violation', 'device', 'image', 'export', 'period', 'verdict', 'source'));
