-- A person who leaves takes their unused uploads with them; a process keeps its file.
alter table upload drop constraint upload_user_id_fkey;
alter table upload add constraint upload_user_id_fkey
  foreign key (user_id) references user_account on delete cascade;
