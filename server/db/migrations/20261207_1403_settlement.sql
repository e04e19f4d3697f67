-- Paying out. A run makes one payment a payee and account; a withdrawal is a payment of one payee. Nothing here is an amount of its own: the books
-- say what is there, and approving books what leaves.
create table settlement_run (
  id bigint generated always as identity primary key,
  code text not null generated always as (make_code('RUN', id)) stored unique,
  cut_off date not null,
  made_by bigint references person,
  created_at timestamptz not null default app.now()
);

create table settlement_payment (
  id bigint generated always as identity primary key,
  code text not null generated always as (make_code('STL', id)) stored unique,
  run_id bigint references settlement_run,
  kind text not null check (kind in ('run', 'withdrawal')),
  company_id bigint not null references company,
  fund text not null check (fund in ('C', 'P')),
  account_code smallint not null check (account_code in (2000, 2040, 2050)),
  cut_off date not null,
  -- Where it goes, as it stood when it was approved.
  payout_account_id bigint references payout_account,
  rail text check (rail in ('bank', 'mpesa')),
  -- What a withdrawal asks for; a run takes what is there.
  wanted_cents bigint check (wanted_cents > 0),
  -- {opening, gross, commission, expenses, tax, sent, other, total, held, reserve, rounding}: why this number.
  figures jsonb not null default '{}',
  net_cents bigint not null check (net_cents >= 0),
  fee_cents bigint not null default 0 check (fee_cents >= 0),
  fee_by_payee boolean not null default false,
  status text not null default 'draft' check (status in ('draft', 'approved', 'sending', 'paid', 'part_failed', 'canceled')),
  made_by bigint references person,
  approved_by bigint references person,
  approved_at timestamptz,
  paid_at timestamptz,
  revision int not null default 1,
  created_at timestamptz not null default app.now(),
  updated_at timestamptz not null default app.now(),
  check (status in ('draft', 'canceled') or (approved_by is not null and approved_by is distinct from made_by and rail is not null)),
  check (kind = 'withdrawal' or run_id is not null)
);
-- Two runs, or a run and a withdrawal, never stand over the same money.
create unique index settlement_payment_draft on settlement_payment (company_id, account_code) where status = 'draft';
create index settlement_payment_status on settlement_payment (status, id desc);
create index settlement_payment_company on settlement_payment (company_id, id desc);
create index settlement_payment_run on settlement_payment (run_id) where run_id is not null;

-- The entries a payment is made of. An entry of an account is settled once.
create table settlement_line (
  settlement_id bigint not null references settlement_payment,
  account_id bigint not null references ledger_account,
  journal_id bigint not null,
  line smallint not null,
  cents bigint not null check (cents <> 0),
  primary key (account_id, journal_id, line),
  foreign key (journal_id, line) references journal_entry
);
create index settlement_line_of on settlement_line (settlement_id);

-- One attempt to send one part of a payment.
create table settlement_transaction (
  id bigint generated always as identity primary key,
  code text not null generated always as (make_code('TRF', id)) stored unique,
  settlement_id bigint not null references settlement_payment,
  part smallint not null check (part >= 1),
  attempt smallint not null check (attempt >= 1),
  rail text not null check (rail in ('bank', 'mpesa')),
  payout_account_id bigint not null references payout_account,
  bank_code text,
  tail text not null,
  cents bigint not null check (cents > 0),
  fee_cents bigint not null default 0 check (fee_cents >= 0),
  -- Ours: what the rail knows this attempt by, and what a repeat would be told by.
  key text not null unique check (length(key) <= 19),
  conversation_id text unique,
  external_id text,
  status text not null default 'queued' check (status in ('queued', 'sent', 'confirmed', 'failed', 'reversed', 'unknown')),
  result_code text,
  result_text text not null default '' check (length(result_text) <= 500),
  evidence_file_id bigint references media_file,
  -- When the rail is asked again what became of it, and how often it was.
  ask_at timestamptz,
  asked smallint not null default 0,
  sent_at timestamptz,
  settled_at timestamptz,
  settled_by bigint references person,
  created_at timestamptz not null default app.now(),
  unique (settlement_id, part, attempt)
);
-- One live attempt a part: never two on their way, and none after one that arrived.
create unique index settlement_transaction_live on settlement_transaction (settlement_id, part) where status in ('queued', 'sent', 'unknown', 'confirmed');
create unique index settlement_transaction_external on settlement_transaction (rail, external_id) where external_id is not null;
create index settlement_transaction_status on settlement_transaction (status, id desc);
create index settlement_transaction_ask on settlement_transaction (ask_at) where ask_at is not null;

create table settlement_error (
  id bigint generated always as identity primary key,
  code text not null generated always as (make_code('ERR', id)) stored unique,
  transaction_id bigint not null references settlement_transaction,
  company_id bigint not null references company,
  error text not null check (error in ('bad_account', 'name_mismatch', 'limit', 'insufficient_float', 'timeout', 'duplicate', 'amount_mismatch', 'callback_lost', 'unknown')),
  cause text not null default '' check (length(cause) <= 500),
  attempts int not null default 1,
  owner_id bigint references person,
  status text not null default 'open' check (status in ('open', 'retrying', 'resolved', 'written_off')),
  resolution text not null default '' check (length(resolution) <= 500),
  first_at timestamptz not null default app.now(),
  last_at timestamptz not null default app.now(),
  closed_at timestamptz,
  closed_by bigint references person,
  revision int not null default 1
);
create unique index settlement_error_open on settlement_error (transaction_id) where status in ('open', 'retrying');
create index settlement_error_status on settlement_error (status, id desc);
