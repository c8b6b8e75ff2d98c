-- A capture that a source offers may be an image that is here already, from another source or uploaded.
alter table offered_capture add column same_image_id int references whole_image on delete set null;
create index offered_capture_same_image on offered_capture (same_image_id) where same_image_id is not null;
