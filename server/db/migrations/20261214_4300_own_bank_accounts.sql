-- The bank account of tenants' deposits (fund D) and the one of Makao's own money (fund P) are reconciled like the clients' accounts (decision 374).
alter table collection_account drop constraint collection_account_fund_check, drop constraint collection_account_check;
alter table collection_account
  add constraint collection_account_fund_check check (fund in ('C', 'D', 'P', 'M')),
  add constraint collection_account_of_platform check ((company_id is null) = (fund <> 'M')),
  add constraint collection_account_own_is_bank check (fund in ('C', 'M') or rail = 'bank');
-- The ledger has one account 1020 and one account 1030, and each belongs to one bank account at a time.
create unique index collection_account_own on collection_account (fund) where fund in ('D', 'P') and (active or waiting);

-- A receipt on such an account is nobody's payment: a journal explains it, or it is a difference.
alter table statement_line drop constraint statement_line_fate_check,
  add constraint statement_line_fate_check check (fate in ('new', 'known', 'out', 'in', 'reversal', 'ignored', 'wrong', 'unconfirmed'));
