-- A statement is taken over in parts: up to which line, and when it last went on. Whoever dies in between is followed from there.
alter table statement drop constraint statement_status_check;
alter table statement add constraint statement_status_check check (status in ('read', 'importing', 'imported', 'undone'));
alter table statement add column taken integer not null default 0, add column taken_at timestamptz,
  add column taken_by bigint references person;
create index statement_importing on statement (account_id) where status = 'importing';
-- The same movement in another file, looked for among all lines of months.
create index statement_line_external on statement_line (external_id, cents) where external_id is not null;
-- The journal was booked because of this line: who takes the statement back takes it back too, or says that it stays.
alter table statement_line add column brought boolean not null default false;
-- Why a tenancy was left out, where that was a fault: in its own words.
alter table invoice_run_skip add column problem text;
