-- Names that came in decomposed (a letter and its mark apart, as a Mac writes them) as all are stored from now on.
update garden set name = normalize(name::text, NFC)::jsonb where name::text is not nfc normalized;
update region set name = normalize(name::text, NFC)::jsonb where name::text is not nfc normalized;
update district set name = normalize(name::text, NFC)::jsonb where name::text is not nfc normalized;
update ministry set name = normalize(name::text, NFC)::jsonb where name::text is not nfc normalized;
update organization_type set name = normalize(name::text, NFC)::jsonb where name::text is not nfc normalized;
update tree_type set name = normalize(name::text, NFC)::jsonb where name::text is not nfc normalized;
update document set name = normalize(name::text, NFC)::jsonb where name::text is not nfc normalized;
update imagery_source set name = normalize(name::text, NFC)::jsonb where name::text is not nfc normalized;
update device set name = normalize(name, NFC) where name is not nfc normalized;
update violation set title = normalize(title, NFC) where title is not nfc normalized;
update imagery_process set file_name = normalize(file_name, NFC) where file_name is not nfc normalized;
update user_account set first_name = normalize(first_name, NFC), last_name = normalize(last_name, NFC)
  where first_name is not nfc normalized or last_name is not nfc normalized;
update ministry_employee set first_name = normalize(first_name, NFC), last_name = normalize(last_name, NFC)
  where first_name is not nfc normalized or last_name is not nfc normalized;
