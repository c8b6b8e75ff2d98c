-- Dust in the air, which many stations measure.
insert into parameter (id, key, device_type) values
  (21, 'pm2_5', 'air'),
  (22, 'pm10', 'air');
