-- Autovacuum waits until a fifth of a table has changed: of a hundred million trees twenty million, those of two hundred
-- images. Until then old versions take room, and new pages are read though an index holds the answer. This setting waits
-- for no reader.
alter table tree set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0,
  autovacuum_vacuum_insert_threshold = 200000, autovacuum_analyze_scale_factor = 0.02);
alter table tree_cell set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);
alter table tree_cell_past set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);
