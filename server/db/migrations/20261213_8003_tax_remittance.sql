-- VAT (2075) and withheld tax (2070) grew and were never paid in the books. A payment to KRA is requested by one person with its receipt, and
-- recorded when another one approves it.
create table tax_remittance (
  id bigint generated always as identity primary key,
  code text not null generated always as (make_code('TXR', id)) stored unique,
  tax text not null check (tax in ('vat', 'withholding')),
  cents bigint not null check (cents > 0),
  -- The bank account it was paid from; null: the platform's own account, which clients do not pay to.
  account_id bigint references collection_account,
  paid_on date not null,
  reference text not null unique check (length(reference) between 3 and 120),
  request_id bigint not null unique references approval_request,
  made_by bigint references person,
  decided_by bigint references person,
  created_at timestamptz not null default app.now()
);
create index tax_remittance_tax on tax_remittance (tax, id desc);
