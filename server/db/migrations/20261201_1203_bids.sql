-- A machine moves the status alone; when a turn runs out is written right after it. What is open always has an end.
alter table bid drop constraint bid_check;
alter table bid add constraint bid_open_ends check (status not in ('open', 'countered') or expires_at is not null);
