-- A tree's own history follows it from the earlier image to the later one; the other way the primary key serves.
create index tree_change_before on tree_change (comparison_id, before_tree_id)
  where before_tree_id is not null;
