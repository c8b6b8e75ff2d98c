-- false: the image is too coarse to tell trees apart (NIHOL_MAX_COUNT_GSD_M), so none are counted on it. It shows
-- how green the ground is; it takes part in no count, and supersedes no image whose trees were counted.
alter table whole_image add column counted boolean not null default true;
