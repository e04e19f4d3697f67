-- A file for the bank is kept as it was made: a lost download is fetched again, and what the bank was told can be shown. Account numbers are in it,
-- so it rests sealed; its checksum is of the file as the bank has it.
create table settlement_file (
  id bigint generated always as identity primary key,
  code text not null generated always as (make_code('BNK', id)) stored unique,
  made_by bigint references person,
  count int not null check (count > 0),
  cents bigint not null check (cents > 0),
  checksum text not null check (length(checksum) = 64),
  sealed text not null,
  created_at timestamptz not null default app.now()
);
alter table settlement_transaction add column bank_file_id bigint references settlement_file;
create index settlement_transaction_file on settlement_transaction (bank_file_id) where bank_file_id is not null;
-- The last transfer to an account, and what waits for a bank's file.
create index settlement_transaction_account on settlement_transaction (payout_account_id, id desc);
