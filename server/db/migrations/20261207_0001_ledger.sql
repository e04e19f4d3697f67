-- The books (../shared/design/money.md). An entry is a pair: one account is debited, another of the same fund and currency credited. So every
-- journal balances in every fund by its shape. Nobody writes here but ledger_post(), and nothing that was written is ever changed.

-- What an account is of; contract/ledger/accounts.ts says the same (a test holds the two together).
create table account_kind (
  code smallint primary key,
  side text not null check (side in ('debit', 'credit')),
  -- Not kept: so many journals touch it at once that keeping its total would make them queue. It is what was closed plus what is open.
  kept boolean not null,
  -- May not go below zero: what we owe somebody, and what somebody owes us.
  floored boolean not null
);
insert into account_kind (code, side, kept, floored) values
  (1000, 'debit', false, false), (1005, 'debit', false, false), (1010, 'debit', false, false), (1015, 'debit', false, false), (1020, 'debit', false, false),
  (1030, 'debit', false, false), (1040, 'debit', true, false), (1100, 'debit', true, true), (1110, 'debit', true, true), (1200, 'debit', true, true),
  (1300, 'debit', true, true), (1350, 'debit', true, true), (1390, 'debit', false, false), (1900, 'debit', true, false),
  (2000, 'credit', true, true), (2010, 'credit', true, true), (2020, 'credit', true, true), (2030, 'credit', false, false), (2040, 'credit', true, true),
  (2050, 'credit', true, true), (2060, 'credit', true, true), (2070, 'credit', true, true), (2075, 'credit', false, false), (2080, 'credit', true, true),
  (2090, 'credit', true, true), (2095, 'credit', true, true), (2100, 'credit', true, true), (2110, 'credit', true, true), (2120, 'credit', true, true),
  (2130, 'credit', true, true), (4000, 'credit', false, false), (4010, 'credit', false, false), (4020, 'credit', false, false),
  (5000, 'debit', true, false), (5010, 'debit', true, false), (5020, 'debit', true, false);

create table ledger_account (
  id bigint generated always as identity primary key,
  -- fund:code:company:tenancy:ref, as contract/ledger/accounts.ts spells it.
  key text not null unique,
  fund text not null check (fund in ('C', 'D', 'P', 'M')),
  currency text not null default 'KES' check (currency = 'KES'),
  code smallint not null references account_kind,
  company_id bigint references company,
  tenancy_id bigint references tenancy,
  ref text not null default '',
  created_at timestamptz not null default app.now(),
  unique (id, fund, currency)
);
create index ledger_account_company on ledger_account (company_id, code) where company_id is not null;
create index ledger_account_tenancy on ledger_account (tenancy_id) where tenancy_id is not null;
create index ledger_account_code on ledger_account (code);

create table journal (
  id bigint generated always as identity primary key,
  code text not null generated always as (make_code('JRN', id)) stored unique,
  -- One fact, one journal, however often it is told.
  event_key text not null unique,
  kind text not null,
  day date not null,
  value_day date not null,
  month date not null,
  source text not null,
  source_id bigint not null,
  company_id bigint references company,
  -- What its sentence says.
  params jsonb not null default '{}',
  by_id bigint references person,
  at timestamptz not null default app.now(),
  reverses bigint unique references journal,
  -- Tells a repeat from another fact under the same key.
  digest text not null
);
create index journal_source on journal (source, source_id);
create index journal_company on journal (company_id, id desc) where company_id is not null;
create index journal_month on journal (month, id);

create table journal_entry (
  journal_id bigint not null references journal,
  line smallint not null,
  month date not null,
  fund text not null,
  currency text not null default 'KES',
  dr bigint not null,
  cr bigint not null check (dr <> cr),
  cents bigint not null check (cents > 0),
  primary key (journal_id, line),
  foreign key (dr, fund, currency) references ledger_account (id, fund, currency),
  foreign key (cr, fund, currency) references ledger_account (id, fund, currency)
);
create index journal_entry_dr on journal_entry (dr, month, journal_id);
create index journal_entry_cr on journal_entry (cr, month, journal_id);

-- Kept for speed, and proven equal to the entries.
create table ledger_total (
  account_id bigint primary key references ledger_account,
  side text not null,
  floored boolean not null,
  dr bigint not null default 0,
  cr bigint not null default 0,
  constraint ledger_total_floor check (not floored or case side when 'credit' then cr >= dr else dr >= cr end)
) with (fillfactor = 70);

create table ledger_period (
  month date primary key check (month = date_trunc('month', month)),
  closed_at timestamptz not null default app.now(),
  closed_by bigint references person
);
create table ledger_period_total (
  month date not null references ledger_period,
  account_id bigint not null references ledger_account,
  dr bigint not null,
  cr bigint not null,
  primary key (month, account_id)
);

-- How a company's money runs: trust (the platform holds clients' money) is the operator's switch; without a row it is record-only.
create table ledger_book (
  company_id bigint primary key references company,
  mode text not null check (mode in ('record', 'trust')),
  reason text not null default '',
  set_by bigint references person,
  set_at timestamptz not null default app.now()
);

create table ledger_proof (
  id bigint generated always as identity primary key,
  at timestamptz not null default app.now(),
  scope text not null check (scope in ('changed', 'all')),
  ok boolean not null,
  -- [{proof, rows, example}] of what did not hold.
  failed jsonb not null default '[]',
  checked int not null,
  -- The last journal that was looked at.
  upto bigint not null default 0,
  ms int not null,
  by_id bigint references person
);
create index ledger_proof_at on ledger_proof (id desc);

-- Whoever would write by another way is refused, whoever they are.
create function ledger_guard() returns trigger language plpgsql as $$
begin
  if tg_op in ('INSERT', 'UPDATE') and (tg_op = 'INSERT' or tg_table_name = 'ledger_total') and current_setting('ledger.posting', true) = '1' then return null; end if;
  raise exception 'the books are written by ledger_post alone and never changed (% on %)', tg_op, tg_table_name using errcode = 'LG000';
end $$;
create trigger journal_guard before insert or update or delete or truncate on journal for each statement execute function ledger_guard();
create trigger journal_entry_guard before insert or update or delete or truncate on journal_entry for each statement execute function ledger_guard();
create trigger ledger_total_guard before insert or update or delete or truncate on ledger_total for each statement execute function ledger_guard();
create trigger ledger_account_guard before update or delete or truncate on ledger_account for each statement execute function ledger_guard();
create trigger ledger_period_guard before update or delete or truncate on ledger_period for each statement execute function ledger_guard();
create trigger ledger_period_total_guard before update or delete or truncate on ledger_period_total for each statement execute function ledger_guard();

-- The first day that may still be written on, not before the one that is asked for: months are closed in their order.
create function ledger_open_day(wanted date) returns date language sql stable as $$
  select greatest(wanted, coalesce((select (max(month) + interval '1 month')::date from ledger_period), wanted)) $$;

-- given: [{key, kind, day, value_day, source, source_id, company_id, params, by_id, reverses, pairs: [[fund, debited, credited, cents], …]}]. A key that is known returns what stands,
-- if it says the same, and is an error otherwise. Totals are changed in the order of accounts, so that two who post at once wait instead of deadlock.
create function ledger_post(given jsonb) returns table (event_key text, journal_id bigint) language plpgsql security definer set search_path = public, app, pg_temp as $$
declare wrong text; m date;
begin
  select g.key into wrong from (select j ->> 'key' as key from jsonb_array_elements(given) j) g group by g.key having count(*) > 1 limit 1;
  if wrong is not null then raise exception 'the event % stands twice in one batch', wrong using errcode = 'LG001'; end if;
  for m in select distinct date_trunc('month', (j ->> 'day')::date)::date from jsonb_array_elements(given) j order by 1 loop
    perform pg_advisory_xact_lock_shared(4711, to_char(m, 'YYYYMM')::int);
    if exists (select 1 from ledger_period p where p.month >= m) then raise exception 'the month % is closed', m using errcode = 'LG002'; end if;
  end loop;
  perform set_config('ledger.posting', '1', true);
  with fresh as (
    insert into ledger_account as a (key, fund, code, company_id, tenancy_id, ref)
      select n.key, split_part(n.key, ':', 1), split_part(n.key, ':', 2)::smallint, nullif(split_part(n.key, ':', 3), '')::bigint, nullif(split_part(n.key, ':', 4), '')::bigint,
        substr(n.key, length(split_part(n.key, ':', 1)) + length(split_part(n.key, ':', 2)) + length(split_part(n.key, ':', 3)) + length(split_part(n.key, ':', 4)) + 5)
      from (select distinct s.key from jsonb_array_elements(given) j, jsonb_array_elements(j -> 'pairs') p, lateral (values (p ->> 1), (p ->> 2)) s (key)
        where not exists (select 1 from ledger_account a where a.key = s.key)) n order by n.key
      on conflict (key) do nothing returning a.id, a.code)
  insert into ledger_total (account_id, side, floored) select fresh.id, k.side, k.floored from fresh join account_kind k on k.code = fresh.code and k.kept;
  with g as materialized (select j, j ->> 'key' as key, j -> 'pairs' as pairs from jsonb_array_elements(given) j),
  made as (
    insert into journal as k (event_key, kind, day, value_day, month, source, source_id, company_id, params, by_id, reverses, digest)
      select g.key, j ->> 'kind', (j ->> 'day')::date, (j ->> 'value_day')::date, date_trunc('month', (j ->> 'day')::date)::date, j ->> 'source', (j ->> 'source_id')::bigint,
        (j ->> 'company_id')::bigint, coalesce(j -> 'params', '{}'), (j ->> 'by_id')::bigint, (j ->> 'reverses')::bigint, md5(g.pairs::text)
      from g on conflict on constraint journal_event_key_key do nothing returning k.id, k.event_key, k.month),
  written as (
    insert into journal_entry as e (journal_id, line, month, fund, dr, cr, cents)
      select made.id, p.n, made.month, p.v ->> 0, d.id, c.id, (p.v ->> 3)::bigint
      from made join g on g.key = made.event_key cross join lateral jsonb_array_elements(g.pairs) with ordinality p (v, n)
      join ledger_account d on d.key = p.v ->> 1 join ledger_account c on c.key = p.v ->> 2
      returning e.dr, e.cr, e.cents),
  moved as (
    select s.account, sum(s.dr)::bigint as dr, sum(s.cr)::bigint as cr
    from written w cross join lateral (values (w.dr, w.cents, 0::bigint), (w.cr, 0::bigint, w.cents)) s (account, dr, cr) group by s.account),
  locked as (select t.account_id, moved.dr, moved.cr from ledger_total t join moved on moved.account = t.account_id order by t.account_id for update of t)
  update ledger_total t set dr = t.dr + locked.dr, cr = t.cr + locked.cr from locked where locked.account_id = t.account_id;
  perform set_config('ledger.posting', '', true);
  select g.j ->> 'key' into wrong from jsonb_array_elements(given) g (j) join journal k on k.event_key = g.j ->> 'key' and k.digest <> md5((g.j -> 'pairs')::text) limit 1;
  if wrong is not null then raise exception 'the event % was booked before with other amounts', wrong using errcode = 'LG001'; end if;
  return query select k.event_key, k.id from jsonb_array_elements(given) g (j) join journal k on k.event_key = g.j ->> 'key';
end $$;
