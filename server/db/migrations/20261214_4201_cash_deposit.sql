-- Cash that a company takes for Makao's clients is paid into a bank account of Makao. The company declares the deposit: the cash payments it paid in,
-- the day and a picture of the slip. The amount is the sum of these payments. The statement line that shows the deposit clears the company's cash.
create table cash_deposit (
  id bigint generated always as identity primary key,
  code text not null generated always as (make_code('DEP', id)) stored unique,
  company_id bigint not null references company,
  account_id bigint not null references collection_account,
  status text not null default 'declared' check (status in ('declared', 'banked', 'withdrawn')),
  cents bigint not null check (cents > 0),
  paid_on date not null,
  reference text not null default '' check (length(reference) <= 80),
  slip_file_id bigint references media_file,
  declared_by bigint references person,
  line_id bigint references statement_line,
  -- The day of that line.
  banked_on date,
  created_at timestamptz not null default app.now(),
  check (status <> 'banked' or (line_id is not null and banked_on is not null))
);
create index cash_deposit_company on cash_deposit (company_id, id desc);
create index cash_deposit_open on cash_deposit (account_id, cents) where status = 'declared';
create index cash_deposit_line on cash_deposit (line_id) where line_id is not null;
create index cash_deposit_slip on cash_deposit (slip_file_id) where slip_file_id is not null;
create index cash_deposit_declared_by on cash_deposit (declared_by);

-- A payment is in one deposit. Withdrawing the deposit removes its payments, so that they can be declared again.
create table cash_deposit_payment (
  id bigint generated always as identity primary key,
  deposit_id bigint not null references cash_deposit,
  payment_id bigint not null unique references payment
);
create index cash_deposit_payment_deposit on cash_deposit_payment (deposit_id);
