-- The columns that a person chose count for the next file of the account with the same headings.
alter table statement add column columns_chosen boolean not null default false;
create index statement_columns_chosen on statement (account_id, id desc) where columns_chosen;
-- Files that were uploaded and never imported are limited for each company, and expire.
alter table statement add column characters integer not null default 0;
create index statement_read on statement (company_id) where status = 'read';
