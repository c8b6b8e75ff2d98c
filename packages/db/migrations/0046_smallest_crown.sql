-- Metres across: smaller crowns cannot be told apart on this image by the model that counted it. Null where none
-- were counted, and on images from before it was noted.
alter table whole_image add column smallest_crown_m float8;
