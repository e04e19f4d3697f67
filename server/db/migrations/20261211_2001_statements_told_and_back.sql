-- Whoever keeps the desk is told of a statement once, when all that came of it was looked at.
alter table statement add column told_at timestamptz;
update statement set told_at = coalesce(imported_at, created_at) where status <> 'read';
-- A long one is taken back in parts too, from its last line to its first: why, and whether what it proved stays.
alter table statement drop constraint statement_status_check;
alter table statement add constraint statement_status_check check (status in ('read', 'importing', 'imported', 'undoing', 'undone'));
alter table statement add column undo_reason text, add column undo_keep boolean not null default false;
drop index statement_importing;
create index statement_under_way on statement (account_id) where status in ('importing', 'undoing');
create index statement_untold on statement (id) where status = 'imported' and told_at is null;
