-- Names stand in the order of their language, and numbers within them by their value: plot 2 before plot 10.
create collation natural_ru (provider = icu, locale = 'ru-u-kn-true');
create collation natural_en (provider = icu, locale = 'en-u-kn-true');
create collation natural_az (provider = icu, locale = 'az-u-kn-true');
-- Tajik is no language of ICU: tajik_order puts its letters in their places.
create collation natural_tg (provider = icu, locale = 'und-u-kn-true');

drop index garden_name_ru, garden_name_tg, garden_name_az, garden_name_en;
create index garden_name_ru on garden ((coalesce(nullif(name->>'ru', ''), name->>'ru')) collate natural_ru, id);
create index garden_name_tg
  on garden (tajik_order(coalesce(nullif(name->>'tg', ''), name->>'ru')) collate natural_tg, id);
create index garden_name_az on garden ((coalesce(nullif(name->>'az', ''), name->>'ru')) collate natural_az, id);
create index garden_name_en on garden ((coalesce(nullif(name->>'en', ''), name->>'ru')) collate natural_en, id);
