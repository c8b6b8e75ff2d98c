-- What people found where an image shows a dug pit without a plant: an answer a person and pit, the last one. Decision 129.
create table pit_answer (
  id int generated always as identity primary key,
  whole_image_id int not null references whole_image on delete cascade,
  longitude float8 not null,
  latitude float8 not null,
  task_id int references planting_task on delete set null,
  answer text not null check (answer in ('empty', 'planted', 'no_pit')),
  answered_by int references user_account on delete set null,
  answered_at timestamptz not null,
  received_at timestamptz not null default now(),
  counter_longitude float8,
  counter_latitude float8,
  accuracy_m float8,
  unique (whole_image_id, longitude, latitude, answered_by),
  check ((counter_longitude is null) = (counter_latitude is null))
);
create index pit_answer_task on pit_answer (task_id);
create index pit_answer_person on pit_answer (answered_by);
comment on function verdict_of_row() is 'Makes the verdicts on a task and its neighbours due when a survival visit or an answer about a pit changes or goes.';
comment on table pit_answer is 'Answers of people who stood at pits that an image shows empty.';
comment on column pit_answer.longitude is 'Place of the pit as in planting_rows, with latitude: another run of its image may find it elsewhere.';
comment on column pit_answer.task_id is 'Task with which it was first answered; it weighs in all tasks of the garden. Null where that is gone.';
comment on column pit_answer.received_at is 'When it came: a phone''s clock says answered_at, and whose side somebody is on is asked of both.';
comment on column pit_answer.answer is 'empty: dug, no plant; planted: a plant lives there; no_pit: nothing was dug there.';

create trigger pit_answer_verdict after insert or update or delete on pit_answer
  for each row execute function verdict_of_row();
