-- What a company has with us: the books say how much, this says what may be done with it.
create table wallet (
  id bigint generated always as identity primary key,
  code text not null generated always as (make_code('WLT', id)) stored unique,
  company_id bigint not null unique references company,
  status text not null default 'open' check (status in ('open', 'frozen')),
  status_reason text not null default '',
  -- What the company wants to stay when it is paid out.
  reserve_cents bigint not null default 0 check (reserve_cents >= 0),
  revision int not null default 1,
  created_at timestamptz not null default app.now(),
  updated_at timestamptz not null default app.now()
);
insert into wallet (company_id) select id from company order by id;
-- Every company has one from its first moment: nothing is read that is not there.
create function wallet_of_company() returns trigger language plpgsql as $$
begin
  insert into wallet (company_id) values (new.id);
  return null;
end $$;
create trigger company_wallet after insert on company for each row execute function wallet_of_company();

-- Where money is sent to. The number is sealed; its last digits are shown. Another number is another time to wait.
create table payout_account (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  rail text not null check (rail in ('bank', 'mpesa')),
  bank_code text check (bank_code ~ '^\d\d$'),
  holder text not null check (length(holder) between 2 and 120),
  sealed text not null,
  tail text not null check (length(tail) between 2 and 4),
  -- Tells the same number from another within a company.
  mark bytea not null,
  status text not null default 'unproved' check (status in ('unproved', 'ready', 'closed')),
  is_default boolean not null default false,
  changed_at timestamptz not null default app.now(),
  changed_by bigint references person,
  verified_at timestamptz,
  verified_by bigint references person,
  revision int not null default 1,
  created_at timestamptz not null default app.now(),
  check ((rail = 'bank') = (bank_code is not null)),
  check ((status = 'ready') <= (verified_at is not null))
);
create index payout_account_company on payout_account (company_id, id);
create unique index payout_account_one on payout_account (company_id, rail, mark) where status <> 'closed';
create unique index payout_account_default on payout_account (company_id) where is_default and status = 'ready';

-- What is theirs and may not leave yet.
create table wallet_hold (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  fund text not null check (fund in ('C', 'P')),
  code smallint not null check (code in (2000, 2040, 2050)),
  kind text not null check (kind in ('clearing', 'reserve', 'dispute')),
  cents bigint not null check (cents > 0),
  until timestamptz,
  reason text not null default '' check (length(reason) <= 300),
  source text not null,
  source_id bigint not null,
  created_by bigint references person,
  created_at timestamptz not null default app.now(),
  released_at timestamptz,
  released_by bigint references person
);
create unique index wallet_hold_source on wallet_hold (source, source_id, code);
create index wallet_hold_open on wallet_hold (company_id, fund, code) where released_at is null;

-- The platform's rules for paying out: one row.
create table wallet_setting (
  id smallint primary key default 1 check (id = 1),
  minimum_cents bigint not null default 10000 check (minimum_cents >= 100),
  day_limit_cents bigint not null default 100000000 check (day_limit_cents >= 0),
  holding_days smallint not null default 2 check (holding_days between 0 and 30),
  -- [{upto: cents, cents}]: what sending costs, by amount.
  fees jsonb not null default '[]',
  fee_bearer text not null default 'platform' check (fee_bearer in ('platform', 'payee')),
  revision int not null default 1,
  updated_by bigint references person,
  updated_at timestamptz not null default app.now()
);
insert into wallet_setting (fees) values ('[{"upto": 150000, "cents": 500}, {"upto": 2000000, "cents": 900}, {"upto": 25000000, "cents": 1300}]');

-- A correction by hand: asked by one person, booked by another.
create table wallet_adjustment (
  id bigint generated always as identity primary key,
  code text not null generated always as (make_code('ADJ', id)) stored unique,
  company_id bigint not null references company,
  account_code smallint not null check (account_code in (2000, 2040, 2050, 2130)),
  -- Above zero: the company gets it, and the platform bears it.
  cents bigint not null check (cents <> 0),
  reason text not null check (length(reason) between 10 and 500),
  status text not null default 'asked' check (status in ('asked', 'booked', 'refused')),
  asked_by bigint not null references person,
  decided_by bigint references person,
  created_at timestamptz not null default app.now(),
  decided_at timestamptz,
  check (decided_by is null or decided_by <> asked_by)
);
create index wallet_adjustment_company on wallet_adjustment (company_id, id desc);
