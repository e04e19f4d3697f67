-- Importing a statement of an account with client money needs two people: who requested the import, and who approved it. Whoever imported money
-- cannot approve its payout, so both are columns of the statement.
alter table statement add column asked_by bigint references person, add column approved_by bigint references person;
create index statement_asked_by on statement (asked_by) where asked_by is not null;
create index statement_approved_by on statement (approved_by) where approved_by is not null;
