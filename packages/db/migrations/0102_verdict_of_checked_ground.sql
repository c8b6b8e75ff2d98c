-- A verdict follows from whether leaves were off on an image, and from the ground on it that people looked over whole.
drop trigger image_verdict on whole_image;
create trigger image_verdict
  after update of published_at, captured_on, tree_count, review, range_low, range_high, leaf_off, checked_ground
  on whole_image
  for each row execute function verdict_of_image();
