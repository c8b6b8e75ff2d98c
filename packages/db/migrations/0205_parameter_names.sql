-- Names, unit and decimals of a parameter are data. The unit is as the API writes it, unit_name as each language does.
alter table parameter
  add name jsonb,
  add unit text,
  add unit_name jsonb,
  add decimals smallint check (decimals between 0 and 6),
  -- Not every device of the kind measures it.
  add optional boolean not null default false;
update parameter p
set name = v.name::jsonb, unit = v.unit, unit_name = v.unit_name::jsonb, decimals = v.decimals, optional = v.optional
from (values
  ('co2', '{"tg":"Гази карбонат, CO₂","ru":"Углекислый газ, CO₂","en":"Carbon dioxide, CO₂","az":"Karbon qazı, CO₂"}',
    'ppm', '{"tg":"ppm","ru":"ppm","en":"ppm","az":"ppm"}', 0, false),
  ('air_humidity', '{"tg":"Намнокии ҳаво","ru":"Влажность воздуха","en":"Air humidity","az":"Havanın rütubəti"}',
    '%', '{"tg":"%","ru":"%","en":"%","az":"%"}', 0, false),
  ('air_temperature', '{"tg":"Ҳарорати ҳаво","ru":"Температура воздуха","en":"Air temperature","az":"Havanın temperaturu"}',
    '°C', '{"tg":"°C","ru":"°C","en":"°C","az":"°C"}', 1, false),
  ('pm2_5', '{"tg":"Чанги майда, PM2.5","ru":"Мелкая пыль, PM2.5","en":"Fine dust, PM2.5","az":"İncə toz, PM2.5"}',
    'µg/m³', '{"tg":"мкг/м³","ru":"мкг/м³","en":"µg/m³","az":"mkq/m³"}', 0, true),
  ('pm10', '{"tg":"Чанг, PM10","ru":"Пыль, PM10","en":"Dust, PM10","az":"Toz, PM10"}',
    'µg/m³', '{"tg":"мкг/м³","ru":"мкг/м³","en":"µg/m³","az":"mkq/m³"}', 0, true),
  ('no2', '{"tg":"Диоксиди нитроген, NO₂","ru":"Диоксид азота, NO₂","en":"Nitrogen dioxide, NO₂","az":"Azot dioksidi, NO₂"}',
    'µg/m³', '{"tg":"мкг/м³","ru":"мкг/м³","en":"µg/m³","az":"mkq/m³"}', 0, true),
  ('o3', '{"tg":"Озони ҳаво, O₃","ru":"Озон, O₃","en":"Ozone, O₃","az":"Ozon, O₃"}',
    'µg/m³', '{"tg":"мкг/м³","ru":"мкг/м³","en":"µg/m³","az":"mkq/m³"}', 0, true),
  ('so2', '{"tg":"Диоксиди сулфур, SO₂","ru":"Диоксид серы, SO₂","en":"Sulphur dioxide, SO₂","az":"Kükürd dioksidi, SO₂"}',
    'µg/m³', '{"tg":"мкг/м³","ru":"мкг/м³","en":"µg/m³","az":"mkq/m³"}', 0, true),
  ('wind_speed', '{"tg":"Суръати шамол","ru":"Скорость ветра","en":"Wind speed","az":"Küləyin sürəti"}',
    'm/s', '{"tg":"м/сон","ru":"м/с","en":"m/s","az":"m/san"}', 1, true),
  ('soil_humidity', '{"tg":"Намнокии хок","ru":"Влажность почвы","en":"Soil humidity","az":"Torpağın rütubəti"}',
    '% vol', '{"tg":"% ҳаҷм","ru":"% объёма","en":"% vol","az":"% həcm"}', 1, false),
  ('soil_temperature', '{"tg":"Ҳарорати хок","ru":"Температура почвы","en":"Soil temperature","az":"Torpağın temperaturu"}',
    '°C', '{"tg":"°C","ru":"°C","en":"°C","az":"°C"}', 1, false),
  ('soil_conductivity', '{"tg":"Ноқилияти барқии хок","ru":"Электропроводность почвы","en":"Soil conductivity","az":"Torpağın elektrik keçiriciliyi"}',
    'dS/m', '{"tg":"дСм/м","ru":"дСм/м","en":"dS/m","az":"dS/m"}', 2, false),
  ('soil_ph', '{"tg":"Туршии хок, pH","ru":"Кислотность почвы, pH","en":"Soil pH","az":"Torpağın turşuluğu, pH"}',
    'pH', '{"tg":"pH","ru":"pH","en":"pH","az":"pH"}', 1, false),
  ('water_ph', '{"tg":"Туршии об, pH","ru":"Кислотность воды, pH","en":"Water pH","az":"Suyun turşuluğu, pH"}',
    'pH', '{"tg":"pH","ru":"pH","en":"pH","az":"pH"}', 1, false),
  ('water_conductivity', '{"tg":"Ноқилияти барқии об","ru":"Электропроводность воды","en":"Water conductivity","az":"Suyun elektrik keçiriciliyi"}',
    'µS/cm', '{"tg":"мкСм/см","ru":"мкСм/см","en":"µS/cm","az":"µS/cm"}', 0, false),
  ('water_temperature', '{"tg":"Ҳарорати об","ru":"Температура воды","en":"Water temperature","az":"Suyun temperaturu"}',
    '°C', '{"tg":"°C","ru":"°C","en":"°C","az":"°C"}', 1, false),
  ('dissolved_oxygen', '{"tg":"Оксигени ҳалшуда","ru":"Растворённый кислород","en":"Dissolved oxygen","az":"Həll olmuş oksigen"}',
    'mg/l', '{"tg":"мг/л","ru":"мг/л","en":"mg/l","az":"mq/l"}', 1, true)
) as v (key, name, unit, unit_name, decimals, optional)
where v.key = p.key;
alter table parameter
  alter name set not null,
  alter unit set not null,
  alter unit_name set not null,
  alter decimals set not null;
