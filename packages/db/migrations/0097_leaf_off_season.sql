-- When deciduous trees of a region stand without leaves (packages/contract/src/values/ground/leaf-off.ts): leafless is not dead.
alter table region add column leaf_off text not null default 'by_latitude'
  check (leaf_off ~ '^(by_latitude|never|[01][0-9]-[0-3][0-9]/[01][0-9]-[0-3][0-9])$');

-- leaf_off: taken then, so its trees without green are unsure. False for images from before, until they are counted or dated
-- anew or the season of their region is changed. leaf_off_due: it was, and the worker has not come to this image yet.
alter table whole_image
  add column leaf_off boolean not null default false,
  add column leaf_off_due boolean not null default false;

-- Unsure for that reason alone: not green again once the image is of another season.
alter table tree add column leafless boolean not null default false;
