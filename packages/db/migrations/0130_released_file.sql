-- Files that this database once knew and that no row names any more: only these are ever moved to the trash by
-- themselves. A key that ends in / stands for its folder. A file that is being stored is noted here before its first
-- byte, so that one whose program was killed before its row was written is known as well.
create table released_file (
  key text primary key,
  released_at timestamptz not null default now()
);

-- Notes the columns of the trigger's arguments when their row goes or names another file.
create function release_files() returns trigger language plpgsql as $$
declare
  named text;
  old_key text;
begin
  foreach named in array tg_argv loop
    old_key := to_jsonb(old) ->> named;
    if old_key is not null and (tg_op = 'DELETE' or to_jsonb(new) ->> named is distinct from old_key) then
      insert into released_file (key) values (old_key)
      on conflict (key) do update set released_at = now();
    end if;
  end loop;
  return null;
end
$$;

-- Notes the folder of a row's number: 'image/%s/'.
create function release_folder() returns trigger language plpgsql as $$
begin
  insert into released_file (key) values (format(tg_argv[0], old.id))
  on conflict (key) do update set released_at = now();
  return null;
end
$$;

create trigger release_files after delete or update of file_key, preview_key on attached_file
  for each row execute function release_files('file_key', 'preview_key');
create trigger release_files after delete or update of file_key on export
  for each row execute function release_files('file_key');
create trigger release_files after delete or update of photo_key on garden
  for each row execute function release_files('photo_key');
create trigger release_files after delete or update of file_key on imagery_process
  for each row execute function release_files('file_key');
create trigger release_files after delete or update of preview_key on offered_capture
  for each row execute function release_files('preview_key');
create trigger release_files after delete or update of photo_key on planting_report
  for each row execute function release_files('photo_key');
create trigger release_files after delete or update of file_key on upload
  for each row execute function release_files('file_key');
create trigger release_files after delete or update of photo_key on user_account
  for each row execute function release_files('photo_key');
create trigger release_files after delete or update of cog_key, original_key on whole_image
  for each row execute function release_files('cog_key', 'original_key');
create trigger release_folder after delete on whole_image
  for each row execute function release_folder('image/%s/');
create trigger release_folder after delete on imagery_process
  for each row execute function release_folder('fetch/%s/');
