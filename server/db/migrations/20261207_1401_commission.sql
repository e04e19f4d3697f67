-- Who earns what on money that came in. A rule is never changed: another version takes its place, and what was accrued names the version it
-- was reckoned by. Mandates bring their own versions (mandate_id), made when money first falls under them.
create table commission_rule (
  id bigint generated always as identity primary key,
  code text not null generated always as (make_code('CRL', id)) stored unique,
  -- The first version's id; null on the first itself.
  first_id bigint references commission_rule,
  version int not null default 1,
  name text not null check (length(name) between 1 and 120),
  beneficiary text not null check (beneficiary in ('platform', 'agent', 'dealer')),
  basis text not null check (basis in ('rent_collected', 'first_rent', 'plan_payment', 'featured_payment')),
  kind text not null check (kind in ('rate', 'fixed', 'tiers')),
  bps int check (bps between 0 and 10000),
  fixed_cents bigint check (fixed_cents > 0),
  -- [{upto: cents or null, bps}], each band at its own rate.
  tiers jsonb,
  min_cents bigint not null default 0 check (min_cents >= 0),
  max_cents bigint check (max_cents >= min_cents),
  vat_bps int not null default 0 check (vat_bps between 0 and 10000),
  -- Over what the base is added up before the rule is asked.
  per text not null default 'invoice' check (per in ('invoice', 'month', 'tenancy')),
  -- Whom it is for; nothing named is everybody.
  company_id bigint references company,
  property_id bigint references property,
  mandate_id bigint references mandate,
  region text,
  -- A dealer earns on a company they brought for so long.
  months int check (months between 1 and 120),
  starts_on date not null default app.today(),
  ends_on date check (ends_on >= starts_on - 1),
  priority int not null default 0,
  replaced_at timestamptz,
  created_by bigint references person,
  created_at timestamptz not null default app.now(),
  check ((kind = 'rate') = (bps is not null)),
  check ((kind = 'fixed') = (fixed_cents is not null)),
  check ((kind = 'tiers') = (tiers is not null)),
  check (mandate_id is null or beneficiary = 'agent')
);
create unique index commission_rule_version on commission_rule (coalesce(first_id, id), version);
create index commission_rule_live on commission_rule (beneficiary, basis) where replaced_at is null;
create unique index commission_rule_mandate on commission_rule (mandate_id) where mandate_id is not null and replaced_at is null;

create table commission (
  id bigint generated always as identity primary key,
  code text not null generated always as (make_code('COM', id)) stored unique,
  rule_id bigint not null references commission_rule,
  beneficiary text not null check (beneficiary in ('platform', 'agent', 'dealer')),
  -- Who earns it; the platform is nobody's company.
  beneficiary_company_id bigint references company,
  -- Whose money it was taken of.
  company_id bigint not null references company,
  property_id bigint references property,
  tenancy_id bigint references tenancy,
  -- The payment's part it came of (allocation), or the payment itself; both of the payment room.
  source text not null check (source in ('allocation', 'payment')),
  source_id bigint not null,
  payment_id bigint,
  invoice_id bigint,
  fund text not null check (fund in ('C', 'P', 'M')),
  -- The heap its base is added to, and what stood there with this row.
  heap text not null,
  heap_cents bigint not null check (heap_cents >= 0),
  base_cents bigint not null,
  -- Of the heap no more than this counts: a letting fee is of the first month's rent.
  cap_cents bigint check (cap_cents > 0),
  amount_cents bigint not null,
  tax_cents bigint not null,
  -- The row this one takes back.
  reverses bigint unique references commission,
  status text not null default 'accrued' check (status in ('accrued', 'paid', 'reversed')),
  note text not null default '' check (length(note) <= 1000),
  -- In the books. Of a tenancy nobody lives in yet the rent is held, not the owner's: what is earned on it is booked when they move in.
  booked_at timestamptz,
  happened_on date not null default app.today(),
  created_at timestamptz not null default app.now(),
  check ((beneficiary = 'platform') = (beneficiary_company_id is null)),
  check ((reverses is null) or (base_cents <= 0))
);
-- One payment's part earns once by a rule; taking it back is the row's own mirror (reverses).
create unique index commission_once on commission (rule_id, source, source_id, beneficiary) where reverses is null;
create index commission_heap on commission (rule_id, heap);
create index commission_unbooked on commission (tenancy_id, invoice_id) where booked_at is null and status = 'accrued';
create index commission_source on commission (source, source_id);
create index commission_beneficiary on commission (beneficiary_company_id, id desc) where beneficiary_company_id is not null;
create index commission_company on commission (company_id, id desc);
