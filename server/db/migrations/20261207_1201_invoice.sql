-- What is asked for. An invoice is written once: its lines never change, what was paid or credited of them is counted beside them. Cents throughout.

-- When a company's invoices are issued; without a row: by themselves, seven days before they are due.
create table invoice_setting (
  company_id bigint primary key references company,
  auto boolean not null default true,
  days_before smallint not null default 7 check (days_before between 0 and 60),
  -- Nothing that fell due before this day is asked for here.
  bills_from date,
  -- Rent of commercial homes carries VAT then.
  vat_registered boolean not null default false,
  revision int not null default 1,
  updated_at timestamptz not null default app.now()
);

-- One issuing of a month: of a company or a property of it, or of everybody's by the clock (company_id null). Goes on at its cursor.
create table invoice_run (
  id bigint generated always as identity primary key,
  code text not null generated always as (make_code('RUN', id)) stored unique,
  company_id bigint references company,
  property_id bigint references property,
  month date not null check (month = date_trunc('month', month)),
  -- By the clock: what is due soon as of this day. Null: all of the month.
  as_of date,
  -- The homes it is of, as whoever started it may ask for their rent; of the clock's run all.
  property_ids bigint[] not null default '{}',
  left_out bigint[] not null default '{}',
  cursor bigint not null default 0,
  of_count int not null default 0,
  done int not null default 0,
  made int not null default 0,
  skipped int not null default 0,
  total_cents bigint not null default 0,
  problem text,
  created_by bigint references person,
  started_at timestamptz not null default app.now(),
  finished_at timestamptz,
  check ((as_of is null) = (company_id is not null))
);
create unique index invoice_run_alone on invoice_run (company_id, coalesce(property_id, 0), month) where finished_at is null and company_id is not null;
create unique index invoice_run_day on invoice_run (as_of, month) where as_of is not null;
create index invoice_run_company on invoice_run (company_id, id desc) where company_id is not null;
create table invoice_run_skip (
  run_id bigint not null references invoice_run on delete cascade,
  tenancy_id bigint not null references tenancy on delete cascade,
  why text not null check (why in ('no_reading', 'zero_rent', 'duplicate', 'nothing', 'ending', 'left_out', 'failed')),
  primary key (run_id, tenancy_id)
);

create table invoice (
  id bigint generated always as identity primary key,
  code text not null generated always as (make_code('INV', id)) stored unique,
  company_id bigint not null references company,
  agent_company_id bigint references company,
  property_id bigint not null references property,
  unit_id bigint not null references unit,
  tenancy_id bigint references tenancy,
  booking_id bigint references booking,
  tenant_id bigint not null references tenant,
  -- C: the platform holds what is paid for its owner; M: the owner or agent does, and the books only remember.
  fund text not null check (fund in ('C', 'M')),
  -- Whose account it stands on in the books: the tenancy's, or of one issued before there was a tenancy 'booking:<id>'.
  account_ref text check (account_ref ~ '^booking:\d+$'),
  kind text not null check (kind in ('move_in', 'rent', 'utility', 'ad_hoc', 'late_fee', 'damage', 'final')),
  -- The same thing is asked for once: 'rent:<tenancy>:<month>', 'move_in:<booking>', 'opening:<tenancy>'. Null: by hand, as often as somebody writes it.
  once_key text,
  period_from date,
  period_last date,
  issued_on date not null,
  due_on date not null,
  status text not null default 'unpaid' check (status in ('unpaid', 'paid', 'active', 'expired')),
  total_cents bigint not null check (total_cents between 0 and 10000000000000),
  tax_cents bigint not null default 0,
  deposit_cents bigint not null default 0 check (deposit_cents between 0 and total_cents),
  paid_cents bigint not null default 0 check (paid_cents >= 0),
  credited_cents bigint not null default 0 check (credited_cents >= 0),
  -- Of what was paid, what a credit note gave back to the tenant's credit.
  returned_cents bigint not null default 0 check (returned_cents >= 0),
  open_cents bigint generated always as (case when status = 'expired' then 0 else total_cents - paid_cents - credited_cents end) stored,
  paid_on date,
  note text not null default '' check (length(note) <= 1000),
  disputed_at timestamptz,
  dispute jsonb,
  -- No late fee comes of it any more.
  fees_off_at timestamptz,
  run_id bigint references invoice_run,
  -- Opens its public page.
  token text not null unique check (length(token) between 20 and 100),
  etims jsonb not null default '{"state":"none"}',
  revision int not null default 1,
  created_by bigint references person,
  created_at timestamptz not null default app.now(),
  updated_at timestamptz not null default app.now(),
  check (tenancy_id is not null or booking_id is not null),
  check (account_ref is not null or tenancy_id is not null),
  check (period_last is null or period_last >= period_from),
  check (paid_cents + credited_cents <= total_cents),
  check ((disputed_at is null) = (dispute is null))
);
create unique index invoice_once on invoice (once_key) where once_key is not null and status <> 'expired';
create index invoice_company on invoice (company_id, due_on desc, id desc);
create index invoice_company_status on invoice (company_id, status, due_on desc, id desc);
create index invoice_company_issued on invoice (company_id, issued_on desc, id desc);
create index invoice_company_open on invoice (company_id, due_on) include (open_cents) where status in ('unpaid', 'active');
create index invoice_agent on invoice (agent_company_id, due_on desc, id desc) where agent_company_id is not null;
create index invoice_property on invoice (property_id, due_on desc);
create index invoice_unit on invoice (unit_id);
create index invoice_tenancy on invoice (tenancy_id, due_on desc, id desc) where tenancy_id is not null;
create index invoice_booking on invoice (booking_id) where booking_id is not null;
create index invoice_tenant on invoice (tenant_id);
create index invoice_run_of on invoice (run_id, id) where run_id is not null;
create index invoice_due on invoice (due_on, id) where status in ('unpaid', 'active');

create table invoice_line (
  id bigint generated always as identity primary key,
  invoice_id bigint not null references invoice,
  n smallint not null,
  kind text not null check (kind in ('rent', 'deposit', 'service', 'water', 'power', 'garbage', 'security', 'parking', 'internet', 'discount', 'agent_fee',
    'late_fee', 'damage', 'rounding', 'other')),
  -- As somebody wrote it; empty: what the kind is called, in the reader's language.
  label text not null default '' check (length(label) <= 120),
  -- What of ours it says beside its kind: taken off since it was asked for before moving in, or owed from before.
  word text check (word in ('prepaid', 'opening')),
  qty int not null default 1 check (qty > 0),
  unit_cents bigint not null,
  tax_code text not null default 'A' check (tax_code in ('A', 'B', 'C', 'D', 'E')),
  tax_cents bigint not null default 0,
  cents bigint not null check (cents <> 0),
  -- What discounts, rounding and what was asked for before take of it.
  off_cents bigint not null default 0 check (off_cents >= 0),
  paid_cents bigint not null default 0 check (paid_cents >= 0),
  credited_cents bigint not null default 0 check (credited_cents >= 0),
  returned_cents bigint not null default 0 check (returned_cents >= 0),
  from_day date,
  last_day date,
  -- The charge of the tenancy it was asked for by; that may be gone by now.
  charge_id bigint,
  unique (invoice_id, n),
  check (off_cents + paid_cents + credited_cents <= greatest(cents, 0)),
  check (last_day is null or last_day >= from_day)
);
create index invoice_line_charge on invoice_line (charge_id, from_day) where charge_id is not null;

-- What was issued stays as it was told: only what was paid, credited or given back of it is counted on.
create function app.invoice_line_kept() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - array['paid_cents', 'credited_cents', 'returned_cents']) is distinct from (to_jsonb(old) - array['paid_cents', 'credited_cents', 'returned_cents']) then
    raise exception 'a line of an issued invoice does not change' using errcode = 'check_violation', constraint = 'invoice_line_kept';
  end if;
  return new;
end $$;
create trigger invoice_line_kept before update on invoice_line for each row execute function app.invoice_line_kept();

create table credit_note (
  id bigint generated always as identity primary key,
  code text not null generated always as (make_code('CRN', id)) stored unique,
  invoice_id bigint not null references invoice,
  kind text not null check (kind in ('credit', 'write_off', 'waiver')),
  -- What was open and is asked for no more; what had been paid and is the tenant's credit.
  unpaid_cents bigint not null check (unpaid_cents >= 0),
  paid_cents bigint not null check (paid_cents >= 0),
  reason text not null check (length(reason) between 3 and 500),
  created_by bigint references person,
  created_at timestamptz not null default app.now(),
  check (unpaid_cents + paid_cents > 0)
);
create index credit_note_invoice on credit_note (invoice_id);
create table credit_note_line (
  credit_note_id bigint not null references credit_note,
  invoice_line_id bigint not null references invoice_line,
  unpaid_cents bigint not null check (unpaid_cents >= 0),
  paid_cents bigint not null check (paid_cents >= 0),
  primary key (credit_note_id, invoice_line_id)
);

-- What being late costs: of a company, of one of its properties, of one tenancy. The nearest holds.
create table late_fee_policy (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  property_id bigint references property,
  tenancy_id bigint references tenancy,
  active boolean not null default true,
  -- [{grace_days, every once|daily|weekly|monthly, kind fixed|percent, value, cap_cents}]
  tiers jsonb not null default '[]',
  revision int not null default 1,
  updated_at timestamptz not null default app.now(),
  unique nulls not distinct (company_id, property_id, tenancy_id),
  check (property_id is null or tenancy_id is null)
);
-- Each time a step of it was charged because of an overdue invoice.
create table late_fee (
  id bigint generated always as identity primary key,
  invoice_id bigint not null references invoice,
  tier smallint not null,
  n int not null,
  cents bigint not null check (cents > 0),
  fee_invoice_id bigint not null references invoice,
  charged_on date not null,
  unique (invoice_id, tier, n)
);
create index late_fee_of on late_fee (fee_invoice_id);

create table invoice_reminder (
  invoice_id bigint not null references invoice,
  -- Before (below zero) or after its due day.
  days smallint not null,
  at timestamptz not null default app.now(),
  primary key (invoice_id, days)
);
