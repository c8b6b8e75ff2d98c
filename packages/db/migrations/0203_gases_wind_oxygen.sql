-- Gases and wind of the air and the oxygen of water, which many stations measure.
insert into parameter (id, key, device_type) values
  (23, 'no2', 'air'),
  (24, 'o3', 'air'),
  (25, 'so2', 'air'),
  (26, 'wind_speed', 'air'),
  (27, 'dissolved_oxygen', 'water');
