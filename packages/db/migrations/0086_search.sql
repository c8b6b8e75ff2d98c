-- Search in the four languages' spellings and with typing errors (decision 41): names folded to plain letters, their
-- grams of three letters in ordinary GIN indexes. No extension is needed, so it is the same on every server.
-- packages/locales/src/search-text.ts folds in the same way; a test holds both together.

-- The letters by which names are compared: one for what the four spellings write differently (ҷ j c, ҳ х h x, ғ г g q,
-- ч ç ch), doubled letters once, words parted by one space.
create function search_fold(written text) returns text
  language sql immutable strict parallel safe
  return trim(regexp_replace(regexp_replace(translate(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(
      regexp_replace(
        normalize(replace(replace(lower(normalize(written, NFC) collate "und-x-icu"), 'ç', 'ч'), 'ё', 'о'), NFD),
        '[\u0300-\u036f''’‘ʻʼ`ъь]', '', 'g'),
      'дж', 'ж'), 'dzh', 'ж'), 'dj', 'ж'), 'zh', 'ж'), 'kh', 'х'), 'gh', 'г'), 'sh', 'ш'), 'ch', 'ч'), 'ts', 'ц'),
      'щ', 'ш'), 'ya', 'a'), 'yu', 'u'), 'yo', 'o'), 'ye', 'e'), 'ю', 'u'), 'я', 'a'),
    'абвгғдежзикқлмноөпрстуүфхҳцчҷшыэəıceqgwxyu',
    'abvkkdajzikklmnooprstoofhhscjsiaaijakkvhio'),
    '([a-z])\1+', '\1', 'g'),
    '[^a-z0-9]+', ' ', 'g'));

-- A name in all its languages.
create function search_names(name jsonb) returns text
  language sql immutable strict parallel safe
  return coalesce(name->>'tg', '') || ' ' || coalesce(name->>'ru', '') || ' '
    || coalesce(name->>'en', '') || ' ' || coalesce(name->>'az', '');

-- Three signs each, of words between spaces: "kolob" gives " ko", "kol", "olo", "lob", "ob ". Word by word, for substr
-- walks a text from its beginning: of a whole long text the cost would grow by its square. The cost stated keeps the
-- planner from asking it of every row where the index knows the answer.
create function search_grams(folded text) returns text[]
  language sql immutable strict parallel safe cost 10000
  return array(select distinct substr(' ' || word || ' ', n, 3)
    from string_to_table(folded, ' ') word, generate_series(1, length(word)) n);

-- Rows that wait outside an index would be read by every search.
create index garden_search on garden using gin (search_grams(search_fold(search_names(name)))) with (fastupdate = off);
create index region_search on region using gin (search_grams(search_fold(search_names(name)))) with (fastupdate = off);
create index district_search on district using gin (search_grams(search_fold(search_names(name)))) with (fastupdate = off);
create index ministry_search on ministry using gin (search_grams(search_fold(search_names(name)))) with (fastupdate = off);
create index ministry_employee_search on ministry_employee
  using gin (search_grams(search_fold(first_name || ' ' || last_name || ' ' || position))) with (fastupdate = off);
create index user_account_search on user_account
  using gin (search_grams(search_fold(first_name || ' ' || last_name || ' ' || email))) with (fastupdate = off);
create index device_search on device using gin (search_grams(search_fold(name))) with (fastupdate = off);
create index violation_search on violation using gin (search_grams(search_fold(number || ' ' || title))) with (fastupdate = off);
create index imagery_process_search on imagery_process using gin (search_grams(search_fold(file_name))) with (fastupdate = off);
