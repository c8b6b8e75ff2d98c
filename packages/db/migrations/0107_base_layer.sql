-- A tile or map server whose image lies beneath everything else on the map: the country's own orthophoto. One at most.
alter table imagery_source
  add column is_base_layer boolean not null default false
    check (not is_base_layer or kind in ('xyz', 'wmts', 'wms'));
create unique index imagery_source_base_layer on imagery_source (is_base_layer) where is_base_layer;
