-- Verdicts on planting tasks and appeals against them are told of too; subject_id is the number of the task.
alter table notice drop constraint notice_subject_check,
  add constraint notice_subject_check
    check (subject in ('task', 'violation', 'device', 'image', 'export', 'period', 'verdict'));
