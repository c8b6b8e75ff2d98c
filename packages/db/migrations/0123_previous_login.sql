-- When somebody was here the time before: their own page says what happened since.
alter table user_account add column previous_login timestamptz;
