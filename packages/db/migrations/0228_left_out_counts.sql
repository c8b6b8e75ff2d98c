-- Counts that a verdict leaves out are written down once, so that survival in lists, reports and files leave them out too; and
-- lessons keep the labels that taught them.
alter table survival_plot add column doubt text check (doubt in ('own_side', 'unknown', 'far', 'impossible'));
comment on column survival_plot.doubt is 'Reason why its count weighs nothing, by the newest verdict; null where it weighs.';
alter table survival_draw add column left_out boolean not null default false;
comment on column survival_draw.left_out is 'True where the newest verdict leaves all of its counts out.';

alter table ground_lessons add column labels jsonb;
comment on column ground_lessons.labels is 'Annotations of each plot that taught; null for lessons from before they were kept.';
alter table ground drop constraint ground_problem_check,
  add constraint ground_problem_check
    check (problem in ('few_plots', 'one_kind', 'bands', 'resolution', 'failed', 'not_allowed'));
alter table whole_image drop constraint whole_image_ground_unused_check,
  add constraint whole_image_ground_unused_check
    check (ground_unused in ('network', 'resolution', 'bands', 'look', 'threshold', 'withdrawn', 'not_better'));
