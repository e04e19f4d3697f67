-- Importing a statement of an account with client money needs two people: who requested the import, and who approved it. Whoever imported money
-- cannot approve its payout, so both are columns of the statement.
alter table statement add column asked_by bigint references person, add column approved_by bigint references person;
create index statement_asked_by on statement (asked_by) where asked_by is not null;
create index statement_approved_by on statement (approved_by) where approved_by is not null;
-- A receipt on a statement of the platform's paybill counts when M-Pesa has confirmed its code. Until then its line is unconfirmed and credits
-- nobody. The query about the code carries the account number that the payer typed, which M-Pesa's answer does not contain.
alter table statement_line drop constraint statement_line_fate_check,
  add constraint statement_line_fate_check check (fate in ('new', 'known', 'out', 'reversal', 'ignored', 'wrong', 'unconfirmed'));
alter table status_query add column account_text text;
create index statement_line_unconfirmed on statement_line (statement_id) where fate = 'unconfirmed';
