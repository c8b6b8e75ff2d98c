-- From where an account signed in, looked up at each of its sign-ins.
create index audit_log_sign_in on audit_log (actor_id, at) where action = 'sign_in';
