-- Other tasks whose trees may stand on the ground that plots were drawn in, where that is what the task's report says it
-- planted; null where plots were drawn over the whole garden.
alter table survival_draw add column sharing int[];
