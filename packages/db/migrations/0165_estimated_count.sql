-- Trees that stand for each one found, by sample plots; null where the number of found trees is the estimate.
alter table whole_image add column range_middle float8;
-- Ground of the image beside the whole grid cells, in cells; null where it was laid out before that was noted.
alter table calibration add column outside float8;
-- Counted plots say more than before: ranges are made anew.
insert into plots_changed (whole_image_id) select whole_image_id from calibration where ratio is not null;
