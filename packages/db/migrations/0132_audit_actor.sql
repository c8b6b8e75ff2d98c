-- Whether somebody has done anything is asked before their account is deleted.
create index audit_log_actor on audit_log (actor_id) where actor_id is not null;
