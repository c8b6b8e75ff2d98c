-- Carbon monoxide and pressure of the air and the turbidity of water, which many stations measure.
insert into parameter (id, key, device_type, name, unit, unit_name, decimals, optional) values
  (28, 'co', 'air', '{"tg":"Оксиди карбон, CO","ru":"Угарный газ, CO","en":"Carbon monoxide, CO","az":"Dəm qazı, CO"}',
    'mg/m³', '{"tg":"мг/м³","ru":"мг/м³","en":"mg/m³","az":"mq/m³"}', 1, true),
  (29, 'air_pressure', 'air', '{"tg":"Фишори ҳаво","ru":"Давление воздуха","en":"Air pressure","az":"Havanın təzyiqi"}',
    'hPa', '{"tg":"гПа","ru":"гПа","en":"hPa","az":"hPa"}', 0, true),
  (30, 'turbidity', 'water', '{"tg":"Тирагии об","ru":"Мутность воды","en":"Turbidity of water","az":"Suyun bulanıqlığı"}',
    'NTU', '{"tg":"NTU","ru":"NTU","en":"NTU","az":"NTU"}', 1, true);
