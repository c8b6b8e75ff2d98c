-- Authors of alert rules are told when somebody else changes them; notices of alerts say when these began.
alter table notice drop constraint notice_subject_check,
  add constraint notice_subject_check check (subject in
    ('task', 'violation', 'device', 'image', 'export', 'period', 'verdict', 'source', 'alert', 'rule'));
update notice n set facts = n.facts || jsonb_build_object('began',
    to_char(a.began_at at time zone programme_zone(), 'YYYY-MM-DD"T"HH24:MI'))
from alert a where n.subject = 'alert' and a.id = n.subject_id;
