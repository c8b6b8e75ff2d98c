-- How tall the planted stock was, from the ground to its top: as ordered with each tree type, and as reported. Null
-- where nobody has said it.
alter table planting_task_item add column stock_height_cm int check (stock_height_cm between 5 and 1200);
alter table planting_report add column stock_height_cm int check (stock_height_cm between 5 and 1200);

-- A verdict follows from what was ordered where the report says nothing of it; rows of the report raise it already.
create function verdict_of_item() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform stale_verdicts(array[old.task_id]);
  else
    perform stale_verdicts(array[new.task_id]);
  end if;
  return null;
end $$;
create trigger item_added_verdict after insert or update of stock_height_cm on planting_task_item
  for each row when (new.stock_height_cm is not null) execute function verdict_of_item();
create trigger item_gone_verdict after delete on planting_task_item
  for each row when (old.stock_height_cm is not null) execute function verdict_of_item();
