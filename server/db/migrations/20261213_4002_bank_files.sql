-- One bank file for each debit account and payment channel: clients' money and Makao's own money leave from different accounts, and banks take PesaLink,
-- EFT and RTGS transfers in separate files, each up to a limit. EFT has the same limit as PesaLink (below KES 1 million), so it is used only after the
-- PesaLink limit of the platform's bank is lowered.
alter table wallet_setting
  add column pesalink_limit_cents bigint not null default 99999900 check (pesalink_limit_cents >= 0),
  add column eft_limit_cents bigint not null default 99999900 check (eft_limit_cents >= 0),
  -- The number of Makao's own bank account, from which it pays its own debts; clients do not pay to it, so it is no collection account.
  add column own_account_number text not null default '' check (own_account_number ~ '^([0-9A-Z]{6,20})?$');
-- Null in files of all channels, created before.
alter table settlement_file
  add column channel text check (channel in ('pesalink', 'eft', 'rtgs')),
  add column debit_account text;
