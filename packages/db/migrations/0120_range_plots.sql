-- On how many independent plots the trees of an image stand: what plots do not have in common of a range averages out over
-- them. model_range_plots is the model's own, beside model_range_low; range_plots 1 where the range is of something else.
alter table whole_image
  add column range_plots float8 not null default 1 check (range_plots >= 1),
  add column model_range_plots float8 not null default 1 check (model_range_plots >= 1);
