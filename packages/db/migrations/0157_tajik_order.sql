-- The key by which Tajik names stand in order: ғ ӣ қ ӯ ҳ ҷ and ё are letters of their own after г и к у х ч and е. No
-- ICU has a collation of Tajik, and rules of one's own need PostgreSQL 16; U+FFFF stands behind every letter.
create function tajik_order(written text) returns text
  language sql immutable strict parallel safe
  return replace(replace(replace(replace(replace(replace(replace(lower(written collate "und-x-icu"),
    'ғ', U&'г\FFFF'), 'ё', U&'е\FFFF'), 'ӣ', U&'и\FFFF'), 'қ', U&'к\FFFF'), 'ӯ', U&'у\FFFF'), 'ҳ', U&'х\FFFF'),
    'ҷ', U&'ч\FFFF');

drop index garden_name_tg;
create index garden_name_tg
  on garden (tajik_order(coalesce(nullif(name->>'tg', ''), name->>'ru')) collate "und-x-icu", id);
