-- An alert that ended because its rule was changed or its device retired is no reason to keep back what still holds
-- afterwards: it begins with the same reading, and is raised at the moment of the change.
drop index alert_once;
create unique index alert_once on alert (rule_id, device_id, parameter, began_at, raised_at) nulls not distinct
  where rule_id is not null and (cleared_how is null or cleared_how in ('reading', 'person'));
