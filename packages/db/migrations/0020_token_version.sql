-- A changed password or a deactivation raises the account's number: tokens of an earlier one end at once,
-- also those that a request made in the same moment was still writing.
alter table user_account add column token_version int not null default 0;
alter table refresh_token add column token_version int not null default 0;

-- No tie means the whole country: a territory that somebody is tied to cannot vanish from under them.
alter table user_territory
  drop constraint user_territory_region_id_fkey,
  drop constraint user_territory_district_id_fkey,
  add constraint user_territory_region_id_fkey foreign key (region_id) references region,
  add constraint user_territory_district_id_fkey foreign key (district_id) references district;
create index user_territory_region on user_territory (region_id);
create index user_territory_district on user_territory (district_id);

-- Whose comparisons wait: asked before each new one.
create index image_comparison_waiting on image_comparison (requested_by) where status in ('pending', 'in_progress');
