-- Null where nobody has said it, as for every garden from before.
alter table garden add column soil_type text check (soil_type in ('sand', 'sandy_loam', 'loam', 'clay_loam', 'clay',
  'stony', 'saline', 'peat'));
