-- What a block looks like to the detector: sums of samples of its pixels and of the detector's response
-- (packages/vision/src/detect/image-look.ts). Null in blocks from before, and where no trees were counted.
alter table imagery_block add column look jsonb;

-- How like the ground that the detector's accuracy was measured on an image is: known; unlike, so that the model's range is
-- wider; unfamiliar, so that no range of the model holds until people count sample plots. Images counted before it was assessed
-- keep their range and say that it was not assessed: counting them anew assesses them.
alter table whole_image
  add column familiarity text not null default 'unassessed'
    check (familiarity in ('known', 'unlike', 'unfamiliar', 'unassessed')),
  -- why it is not known: look, certainty, resolution, bands, season
  add column foreign_reasons text[] not null default '{}',
  -- the distance from what is known, as a multiple of what is usual there
  add column foreignness float8,
  -- trees that may stand on an image on which none was found
  add column range_extra float8 not null default 0,
  -- of the squared half range, the part that images of the same kind have in common: those do not average out in sums.
  -- 1, as sums were made before, never makes them too narrow.
  add column range_shared float8 not null default 1 check (range_shared between 0 and 1),
  -- the model's own, beside model_range_low and model_range_high
  add column model_range_shared float8 not null default 1;
