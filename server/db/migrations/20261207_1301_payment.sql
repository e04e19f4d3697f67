-- From what arrives to what it is for (../shared/design/money.md §2, §4). A callback is a hint and is kept as it came; a receipt is one real movement
-- of money, known from a query, a Pull row, a statement or a person who holds the cash; a payment is what somebody meant to pay with it.

-- Where money comes to: the platform's paybill and bank accounts (clients' money), a company's own (memo).
create table collection_account (
  id bigint generated always as identity primary key,
  company_id bigint references company,
  rail text not null check (rail in ('mpesa', 'bank', 'cash')),
  name text not null,
  number text not null,
  bank_code text,
  fund text not null check (fund in ('C', 'M')),
  -- Sealed; written and never shown.
  secrets text,
  -- Of the part of the address that nobody guesses.
  path_hash bytea not null unique,
  active boolean not null default true,
  -- Until when the rows of Pull are known.
  pulled_to timestamptz,
  created_at timestamptz not null default app.now(),
  updated_at timestamptz not null default app.now(),
  unique nulls not distinct (company_id, rail, number),
  check ((company_id is null) = (fund = 'C'))
);

create table inbox (
  id bigint generated always as identity primary key,
  channel text not null,
  account_id bigint references collection_account,
  sha256 bytea not null unique,
  body bytea not null,
  from_address text not null,
  state text not null default 'new' check (state in ('new', 'unrouted', 'done')),
  -- How often the same came.
  times integer not null default 1,
  tries integer not null default 0,
  result text,
  external text,
  cents bigint,
  payment_id bigint,
  seen_at timestamptz not null default app.now(),
  done_at timestamptz
);
create index inbox_open on inbox (id) where state <> 'done';
create index inbox_seen on inbox (seen_at desc, id desc);
create index inbox_external on inbox (external) where external is not null;

create table payment (
  id bigint generated always as identity primary key,
  code text not null generated always as (make_code('PAY', id)) stored unique,
  purpose smallint not null check (purpose in (1, 2, 4, 5)),
  status text not null default 'initiated'
    check (status in ('initiated', 'pending', 'completed', 'failed', 'canceled', 'unknown', 'timed_out', 'reversed')),
  how text not null check (how in ('stk', 'paybill', 'mpesa', 'bank', 'cash', 'cheque', 'wallet')),
  fund text not null check (fund in ('C', 'M')),
  cents bigint not null check (cents > 0),
  -- Put to invoices, kept as credit, given back or used for what is not an invoice: never more than came.
  allocated_cents bigint not null default 0 check (allocated_cents >= 0),
  credited_cents bigint not null default 0 check (credited_cents >= 0),
  refunded_cents bigint not null default 0 check (refunded_cents >= 0),
  spent_cents bigint not null default 0 check (spent_cents >= 0),
  -- Null: nobody's yet, the platform's to find out.
  company_id bigint references company,
  property_id bigint references property,
  unit_id bigint references unit,
  tenancy_id bigint references tenancy,
  booking_id bigint references booking,
  tenant_id bigint references tenant,
  -- Whoever paid, where they have an account.
  person_id bigint references person,
  account_id bigint references collection_account,
  for_table text,
  for_id bigint,
  match text not null default 'unmatched' check (match in ('unmatched', 'suggested', 'matched')),
  reasons jsonb not null default '[]',
  -- When it was last looked at whose it is; null after the money came: still to be done.
  looked_at timestamptz,
  payer text,
  phone_sealed text,
  phone_tail text,
  phone_mark bytea,
  account_text text,
  external text,
  reason text,
  note text not null default '',
  evidence_file_id bigint references media_file,
  recorded_by bigint references person,
  -- Cash waits for the code its payer got: what it was, and until when it holds.
  code_mark bytea,
  code_until timestamptz,
  asked_at timestamptz,
  received_at timestamptz,
  paid_on date,
  created_at timestamptz not null default app.now(),
  updated_at timestamptz not null default app.now(),
  check (allocated_cents + credited_cents + refunded_cents + spent_cents <= cents)
);
create index payment_company on payment (company_id, created_at desc, id desc);
create index payment_property on payment (property_id) where property_id is not null;
create index payment_tenancy on payment (tenancy_id, id desc) where tenancy_id is not null;
create index payment_booking on payment (booking_id) where booking_id is not null;
create index payment_person on payment (person_id) where person_id is not null;
create index payment_created on payment (created_at desc, id desc);
create index payment_desk on payment (id) where status = 'completed' and match <> 'matched';
create index payment_unlooked on payment (id) where status = 'completed' and looked_at is null;
create index payment_open on payment (id) where status in ('initiated', 'pending', 'unknown');
create index payment_external on payment (external) where external is not null;
alter table inbox add foreign key (payment_id) references payment;

create table push (
  id bigint generated always as identity primary key,
  payment_id bigint not null unique references payment,
  account_id bigint not null references collection_account,
  -- Its own, which the paybill's confirmation repeats: so the two are known for one movement.
  reference text not null unique check (length(reference) <= 12),
  phone_sealed text not null,
  phone_mark bytea not null,
  cents bigint not null check (cents > 0),
  for_table text,
  for_id bigint,
  open boolean not null default true,
  -- Committed before the request goes out: what has it is never sent again.
  sent_at timestamptz,
  checkout_id text unique,
  merchant_id text,
  -- What the callback said: a hint.
  hint_code text,
  hint_cents bigint,
  hint_external text,
  result_code text,
  result_text text,
  asks smallint not null default 0,
  next_ask_at timestamptz,
  created_at timestamptz not null default app.now()
);
create index push_asking on push (next_ask_at) where open;
create unique index push_one_for on push (for_table, for_id, phone_mark) where open and for_id is not null;
create index push_sent on push (account_id, cents, sent_at) where checkout_id is null;

create table push_invoice (
  push_id bigint not null references push,
  invoice_id bigint not null references invoice,
  phone_mark bytea not null,
  open boolean not null default true,
  primary key (push_id, invoice_id)
);
-- Two clicks, two tabs, two nodes: one prompt.
create unique index push_one_open on push_invoice (invoice_id, phone_mark) where open;
create index push_invoice_of on push_invoice (invoice_id, push_id desc);

create sequence status_query_key;
create table status_query (
  id bigint generated always as identity primary key,
  account_id bigint not null references collection_account,
  external text not null,
  originator text not null unique check (length(originator) <= 19),
  conversation_id text unique,
  -- What it was asked because of: a confirmation, or a message somebody pasted.
  inbox_id bigint references inbox,
  payment_id bigint references payment,
  tenancy_id bigint references tenancy,
  asked_by bigint references person,
  open boolean not null default true,
  sent_at timestamptz,
  tries smallint not null default 0,
  next_at timestamptz not null default app.now(),
  result text,
  told_at timestamptz,
  created_at timestamptz not null default app.now(),
  closed_at timestamptz
);
create unique index status_query_one_open on status_query (account_id, external) where open;
create index status_query_due on status_query (next_at) where open;

create table receipt (
  id bigint generated always as identity primary key,
  rail text not null check (rail in ('mpesa', 'bank', 'cash')),
  -- Null: a query said that it was paid, its number is not known yet.
  external_id text,
  account_id bigint references collection_account,
  payment_id bigint not null unique references payment,
  push_id bigint unique references push,
  fund text not null check (fund in ('C', 'M')),
  cents bigint not null check (cents > 0),
  paid_at timestamptz not null,
  account_text text not null default '',
  payer text not null default '',
  phone_sealed text,
  phone_tail text,
  phone_mark bytea,
  verified_by text not null check (verified_by in ('query', 'pull', 'statement', 'cash', 'person')),
  inbox_id bigint references inbox,
  reversed_at timestamptz,
  created_at timestamptz not null default app.now(),
  unique (rail, external_id)
);
create index receipt_account on receipt (account_id, paid_at);

-- Paid and asked for by nothing yet: a tenant's credit, used when something is asked for.
create table payment_credit (
  id bigint generated always as identity primary key,
  payment_id bigint not null references payment,
  company_id bigint not null references company,
  tenancy_id bigint references tenancy,
  booking_id bigint references booking,
  fund text not null check (fund in ('C', 'M')),
  cents bigint not null check (cents > 0),
  used_cents bigint not null default 0,
  refunded_cents bigint not null default 0,
  undone_at timestamptz,
  created_at timestamptz not null default app.now(),
  check (used_cents >= 0 and refunded_cents >= 0 and used_cents + refunded_cents <= cents),
  check (num_nonnulls(tenancy_id, booking_id) >= 1)
);
create index payment_credit_tenancy on payment_credit (tenancy_id) where undone_at is null and used_cents + refunded_cents < cents;
create index payment_credit_booking on payment_credit (booking_id) where undone_at is null and used_cents + refunded_cents < cents;
create index payment_credit_payment on payment_credit (payment_id);

create table allocation (
  id bigint generated always as identity primary key,
  -- Null: out of credit that a credit note gave.
  payment_id bigint references payment,
  credit_id bigint references payment_credit,
  invoice_id bigint not null references invoice,
  line_id bigint not null references invoice_line,
  source text not null check (source in ('receipt', 'credit')),
  cents bigint not null check (cents > 0),
  paid_on date not null,
  undone_by bigint references journal,
  undone_at timestamptz,
  created_at timestamptz not null default app.now(),
  check ((undone_by is null) = (undone_at is null)),
  check (source = 'credit' or payment_id is not null)
);
create index allocation_payment on allocation (payment_id);
create index allocation_invoice on allocation (invoice_id);
create index allocation_line on allocation (line_id);
create index allocation_credit on allocation (credit_id) where credit_id is not null;

create table statement (
  id bigint generated always as identity primary key,
  account_id bigint not null references collection_account,
  company_id bigint references company,
  name text not null,
  sha256 bytea not null,
  head text[] not null,
  columns jsonb not null default '{}',
  status text not null default 'read' check (status in ('read', 'imported', 'undone')),
  problem text,
  by_id bigint references person,
  created_at timestamptz not null default app.now(),
  imported_at timestamptz,
  undone_at timestamptz
);
create index statement_account on statement (account_id, id desc);
-- The same file again is the same statement, unless it was taken back.
create unique index statement_same on statement (account_id, sha256) where status <> 'undone';

create table statement_line (
  id bigint generated always as identity primary key,
  statement_id bigint not null references statement on delete cascade,
  n integer not null,
  cells text[] not null,
  day date,
  cents bigint,
  reference text not null default '',
  details text not null default '',
  payer text not null default '',
  external_id text,
  fate text not null default 'wrong' check (fate in ('new', 'known', 'out', 'reversal', 'ignored', 'wrong')),
  tenancy_id bigint references tenancy,
  payment_id bigint references payment,
  unique (statement_id, n)
);
create index statement_line_payment on statement_line (payment_id) where payment_id is not null;

create table statement_rule (
  id bigint generated always as identity primary key,
  company_id bigint references company,
  contains text not null,
  act text not null check (act in ('tenancy', 'ignore')),
  tenancy_id bigint references tenancy,
  created_at timestamptz not null default app.now(),
  check ((act = 'tenancy') = (tenancy_id is not null)),
  unique nulls not distinct (company_id, contains)
);

create table refund (
  id bigint generated always as identity primary key,
  code text not null generated always as (make_code('RFD', id)) stored unique,
  payment_id bigint not null references payment,
  credit_id bigint references payment_credit,
  company_id bigint references company,
  property_id bigint references property,
  status text not null default 'asked' check (status in ('asked', 'approved', 'refused', 'paid')),
  cents bigint not null check (cents > 0),
  reason text not null,
  to_sealed text not null,
  to_tail text not null,
  asked_by bigint references person,
  asked_at timestamptz not null default app.now(),
  decided_by bigint references person,
  decided_at timestamptz,
  decision text not null default '',
  proof text,
  paid_at timestamptz,
  check (decided_by is null or asked_by is null or decided_by <> asked_by)
);
create index refund_payment on refund (payment_id);
create unique index refund_one_open on refund (payment_id) where status in ('asked', 'approved');
create index push_hinted on push (hint_external) where hint_external is not null;
