-- A line of a company's own account without a balance may be a line of an earlier file under another reference. A person decides before the import.
alter table statement_line add column probable boolean not null default false;
alter table statement add column same_lines text check (same_lines in ('skip', 'import'));
-- The account number that the payer typed, where the file has a column for it.
alter table statement_line add column account_text text not null default '';
