-- Until when a server has taken the check of an upload upon itself; a server that was killed lets it run out.
alter table upload add column check_until timestamptz;
