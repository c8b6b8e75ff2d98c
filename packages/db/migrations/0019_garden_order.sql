-- Gardens in the order of their names as each language has it (http/names-sql.ts writes the same expressions),
-- so that a page of a long list is read from an index instead of ordering all of it.
create index garden_name_ru on garden ((coalesce(nullif(name->>'ru', ''), name->>'ru')) collate "ru-x-icu", id);
create index garden_name_tg on garden ((coalesce(nullif(name->>'tg', ''), name->>'ru')) collate "und-x-icu", id);
create index garden_name_az on garden ((coalesce(nullif(name->>'az', ''), name->>'ru')) collate "az-x-icu", id);
create index garden_name_en on garden ((coalesce(nullif(name->>'en', ''), name->>'ru')) collate "en-x-icu", id);
create index garden_area on garden (area_m2, id);
create index garden_created on garden (created_at, id);
