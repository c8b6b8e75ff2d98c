-- An upload that was converted when it arrived is kept as it was sent, beside the file that is read: what people
-- download as the original. It goes when its upload goes, with the image.
alter table upload add column sent_key text;

drop trigger release_files on upload;
create trigger release_files after delete or update of file_key, sent_key on upload
  for each row execute function release_files('file_key', 'sent_key');
