-- How hours and days are made of single values: a mean; a sum, as of rain; the direction of a mean vector, as of wind; the
-- level of the mean energy, as of noise. The last two need sums of their own.
alter table parameter
  add averaging text not null default 'mean' check (averaging in ('mean', 'sum', 'vector', 'energy'));
alter table reading_hour
  add north double precision,
  add east double precision,
  add energy double precision;

-- Rain, wind, noise, light, wet leaves, the level and flow of water, soil at depths, and what devices say of themselves. One
-- that an administrator has added under such a key stays as it is.
insert into parameter (id, key, device_types, name, unit, unit_name, decimals, optional, averaging, headings, basis, example,
  good_min, good_max, watch_min, watch_max, faulty_min, faulty_max)
values
  (31, 'rain', '{air}', '{"tg":"Боришот","ru":"Осадки","en":"Rain","az":"Yağıntı"}',
    'mm', '{"tg":"мм","ru":"мм","en":"mm","az":"mm"}', 1, true, 'sum',
    '{rainfall,precipitation,precip,дождь,борон,yağış}', null, 0.4, null, null, null, null, 0, 500),
  (32, 'wind_direction', '{air}', '{"tg":"Самти шамол","ru":"Направление ветра","en":"Wind direction","az":"Küləyin istiqaməti"}',
    '°', '{"tg":"°","ru":"°","en":"°","az":"°"}', 0, true, 'vector',
    '{wind dir,winddir,wd}', null, 270, null, null, null, null, 0, 360),
  (33, 'noise', '{air}', '{"tg":"Садои муҳит","ru":"Шум","en":"Noise","az":"Səs-küy"}',
    'dB', '{"tg":"дБ","ru":"дБ","en":"dB","az":"dB"}', 0, true, 'energy',
    '{laeq,leq,sound level,уровень шума,сатҳи садо,səs-küy səviyyəsi}',
    '{"tg":"ТУТ, дастурҳо оид ба садои маҳалҳои аҳолинишин, 1999: 55 дБ берун аз хона рӯзона, 70 дБ дар 24 соат","ru":"ВОЗ, руководство по шуму в населённых местах, 1999: 55 дБ днём вне дома, 70 дБ за 24 часа","en":"WHO, guidelines for community noise, 1999: 55 dB outdoors by day, 70 dB over 24 hours","az":"ÜST, yaşayış yerlərində səs-küy üzrə təlimat, 1999: gündüz açıq havada 55 dB, 24 saatda 70 dB"}',
    48, null, 55, null, 70, 0, 190),
  (34, 'light', '{air}', '{"tg":"Равшанӣ","ru":"Освещённость","en":"Light","az":"İşıqlanma"}',
    'lx', '{"tg":"лк","ru":"лк","en":"lx","az":"lk"}', 0, true, 'mean',
    '{illuminance,illumination,lux,light intensity}', null, 32000, null, null, null, null, 0, 200000),
  (35, 'leaf_wetness', '{air}', '{"tg":"Тарии барг","ru":"Влажность листа","en":"Leaf wetness","az":"Yarpağın yaşlığı"}',
    '%', '{"tg":"%","ru":"%","en":"%","az":"%"}', 0, true, 'mean',
    '{leaf wet}', null, 20, null, null, null, null, 0, 100),
  (36, 'water_level', '{water}', '{"tg":"Сатҳи об","ru":"Уровень воды","en":"Water level","az":"Suyun səviyyəsi"}',
    'm', '{"tg":"м","ru":"м","en":"m","az":"m"}', 2, true, 'mean',
    '{stage,уровень,сатҳ,səviyyə}', null, 1.8, null, null, null, null, -100, 1000),
  (37, 'water_flow', '{water}', '{"tg":"Сарфи об","ru":"Расход воды","en":"Water flow","az":"Suyun sərfi"}',
    'm³/s', '{"tg":"м³/сон","ru":"м³/с","en":"m³/s","az":"m³/san"}', 2, true, 'mean',
    '{flow,discharge,flow rate,расход,сарф,sərf}', null, 0.6, null, null, null, null, -1000, 100000),
  (38, 'battery', '{air,soil,water}', '{"tg":"Батареяи дастгоҳ","ru":"Батарея прибора","en":"Battery of the device","az":"Cihazın batareyası"}',
    'V', '{"tg":"В","ru":"В","en":"V","az":"V"}', 2, true, 'mean',
    '{batt,bat,batv,battery voltage,напряжение батареи}', null, 3.6, null, null, null, null, 0, 60),
  (39, 'signal', '{air,soil,water}', '{"tg":"Қувваи сигнал","ru":"Уровень сигнала","en":"Strength of the signal","az":"Siqnalın gücü"}',
    'dBm', '{"tg":"дБм","ru":"дБм","en":"dBm","az":"dBm"}', 0, true, 'mean',
    '{rssi,signal strength}', null, -95, null, null, null, null, -200, 30)
on conflict (key) do nothing;
insert into parameter (id, key, device_types, name, unit, unit_name, decimals, optional, headings, basis, example,
  good_min, good_max, watch_min, watch_max, faulty_min, faulty_max)
select 39 + v.place, 'soil_humidity_' || v.depth, device_types,
  jsonb_build_object('tg', format('Намнокии хок дар %s см', v.depth), 'ru', format('Влажность почвы на %s см', v.depth),
    'en', format('Soil humidity at %s cm', v.depth), 'az', format('%s sm dərinlikdə torpağın rütubəti', v.depth)),
  unit, unit_name, decimals, true, array[format('vwc %s cm', v.depth), format('soil moisture %s cm', v.depth)],
  '{"tg":"NRCS ва FAO-56, барои хоки миёна","ru":"NRCS и FAO-56, для суглинка","en":"NRCS and FAO-56, for loam","az":"NRCS və FAO-56, gillicəli torpaq üçün"}',
  example, good_min, good_max, watch_min, watch_max, faulty_min, faulty_max
from parameter, (values (1, 10), (2, 30), (3, 60)) as v (place, depth)
where key = 'soil_humidity'
on conflict (key) do nothing;
