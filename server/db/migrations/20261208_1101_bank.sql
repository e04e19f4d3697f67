-- Where the money really is (../shared/design/money.md §3 "ledger cash = M-Pesa and bank statement", sweeps, between funds; decision 093).

-- What a statement says it stood at after a line, and which journal of the books the line is.
alter table statement_line add column balance_cents bigint, add column journal_id bigint references journal;
create index statement_line_journal on statement_line (journal_id) where journal_id is not null;

-- What a bank or M-Pesa said an account stood at, by a statement or by answering a question; and what the books made of it when last compared.
create table bank_figure (
  id bigint generated always as identity primary key,
  account_id bigint not null references collection_account,
  source text not null check (source in ('statement', 'query')),
  statement_id bigint unique references statement,
  -- Null: asked, not answered yet.
  conversation_id text unique,
  cents bigint,
  -- At the end of this day.
  day date not null,
  books_cents bigint,
  -- Why the two differ, as far as that is known: [{ what, cents }].
  parts jsonb not null default '[]',
  -- What nobody can explain: above zero nothing is paid out.
  difference_cents bigint not null default 0,
  told_cents bigint,
  checked_at timestamptz,
  created_at timestamptz not null default app.now(),
  check ((source = 'statement') = (statement_id is not null))
);
create index bank_figure_latest on bank_figure (account_id, day desc, id desc);

-- Money that goes from one of our own places to another, and what puts the books right where no fact explains a difference.
create table cash_move (
  id bigint generated always as identity primary key,
  code text not null generated always as (make_code('MOV', id)) stored unique,
  kind text not null check (kind in ('sweep', 'clear', 'correct')),
  status text not null default 'asked' check (status in ('asked', 'left', 'arrived', 'undone')),
  account_id bigint not null references collection_account,
  to_account_id bigint references collection_account,
  to_fund text check (to_fund in ('D', 'P')),
  -- Of a correction below zero: the account holds less than the books say.
  cents bigint not null check (cents <> 0),
  proof text not null default '',
  arrived_proof text,
  reason text not null default '',
  made_by bigint references person,
  decided_by bigint references person,
  created_at timestamptz not null default app.now(),
  arrived_at timestamptz,
  undone_at timestamptz,
  check ((kind = 'sweep') = (to_account_id is not null) and (kind = 'clear') = (to_fund is not null)),
  check (kind = 'correct' or cents > 0),
  check (kind <> 'correct' or status <> 'arrived' or decided_by is distinct from made_by)
);
create index cash_move_newest on cash_move (id desc);
create index cash_move_way on cash_move (to_account_id, cents) where status = 'left';
-- One correction of an account at a time.
create unique index cash_move_one_correction on cash_move (account_id) where kind = 'correct' and status = 'asked';

-- What a person has to decide: money that may be a prompt's which was credited already; money taken back of which part was given back before.
create table payment_doubt (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('prompt', 'reversal')),
  account_id bigint not null references collection_account,
  company_id bigint references company,
  -- The prompt it may be, or the payment that was taken back.
  payment_id bigint not null references payment,
  external text not null,
  cents bigint not null check (cents > 0),
  at timestamptz not null,
  payer text not null default '',
  phone_sealed text,
  phone_tail text,
  phone_mark bytea,
  verified_by text not null,
  status text not null default 'open' check (status in ('open', 'decided')),
  decision text check (decision in ('same', 'apart', 'loss', 'dismissed')),
  reason text not null default '',
  decided_by bigint references person,
  decided_at timestamptz,
  created_at timestamptz not null default app.now(),
  unique (kind, account_id, external)
);
create index payment_doubt_open on payment_doubt (id) where status = 'open';

-- A refund is given by hand: how, from where, and what shows it.
alter table refund
  add column paid_how text check (paid_how in ('mpesa', 'bank', 'cash')),
  add column paid_from bigint references collection_account,
  add column handed_by bigint references person,
  add column evidence_file_id bigint references media_file;
