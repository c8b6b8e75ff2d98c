-- The audit log as a hash chain (decision 27). A row is written without a place in the chain, so that no
-- transaction waits for another one; a short job gives it its place and its hash once it is committed.
alter table audit_log
  -- The number of who did it stays when the account goes: a sealed row never changes. Numbers are not used again.
  drop constraint audit_log_actor_id_fkey,
  -- 1, 2, 3 … in the order of sealing; null until then
  add column chain_position bigint,
  add column chain_hash bytea,
  add constraint audit_log_sealed check ((chain_position is null) = (chain_hash is null));
create unique index audit_log_chain on audit_log (chain_position) where chain_position is not null;
create index audit_log_unsealed on audit_log (id) where chain_position is null;

-- The head of the chain; whoever seals holds this row.
create table audit_chain (
  id int primary key default 1 check (id = 1),
  position bigint not null default 0,
  last_id bigint,
  hash bytea not null default decode(repeat('00', 32), 'hex')
);
insert into audit_chain default values;
