-- From enquiry to keys: what the rooms of leasing stand on together. Every row says its holder's company, and the agent's who sees it while
-- a mandate is in force. Money is cents, days are Nairobi's.

create extension if not exists btree_gist;

-- The only promise of a unit. Whoever approves a booking, brings a tenancy or moves one to another unit makes one of these; two that overlap
-- cannot be. The end is open until leaving is agreed.
create table stay (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  property_id bigint not null references property,
  unit_id bigint not null references unit,
  booking_id bigint,
  tenancy_id bigint,
  during daterange not null check (not isempty(during) and not lower_inf(during)),
  released_at timestamptz,
  created_by bigint references person,
  created_at timestamptz not null default app.now(),
  constraint stay_alone exclude using gist (unit_id with =, during with &&) where (released_at is null)
);
create index stay_unit on stay (unit_id) where released_at is null;
create index stay_property on stay (property_id);
create unique index stay_booking on stay (booking_id) where released_at is null and booking_id is not null;
create index stay_tenancy on stay (tenancy_id) where tenancy_id is not null;

-- A company's relation to somebody who asks, applies or lives there; also without an account.
create table tenant (
  id bigint generated always as identity primary key,
  code text not null generated always as (make_code('TNT', id)) stored unique,
  company_id bigint not null references company,
  person_id bigint references person,
  name text not null check (length(name) between 1 and 120),
  phone text check (phone ~ '^\+\d{7,15}$'),
  email text,
  -- Written by one function of facts and nobody else: current > approved > prospective > past > rejected.
  status text not null default 'prospective' check (status in ('prospective', 'approved', 'current', 'past', 'rejected')),
  tags text[] not null default '{}',
  merged_into bigint references tenant,
  revision int not null default 1,
  created_by bigint references person,
  created_at timestamptz not null default app.now(),
  updated_at timestamptz not null default app.now()
);
create unique index tenant_person on tenant (company_id, person_id) where merged_into is null and person_id is not null;
create unique index tenant_phone on tenant (company_id, phone) where merged_into is null and phone is not null;
create index tenant_company on tenant (company_id, status, id desc);
create index tenant_of on tenant (person_id);

-- What somebody says of themselves to get a home: theirs, encrypted with a key of its own that is wrapped by VAULT_KEY. Erasing it is dropping the key.
create table application (
  id bigint generated always as identity primary key,
  person_id bigint not null references person,
  version int not null,
  wrapped_key bytea,
  sealed bytea,
  -- What may be counted without opening it: which parts are filled in.
  parts text[] not null default '{}',
  consents jsonb not null default '[]',
  created_at timestamptz not null default app.now(),
  usable_until timestamptz not null,
  erase_at timestamptz not null,
  erased_at timestamptz,
  unique (person_id, version),
  check ((erased_at is null) = (wrapped_key is not null))
);
create index application_erase on application (erase_at) where erased_at is null;

create table application_file (
  id bigint generated always as identity primary key,
  application_id bigint not null references application on delete cascade,
  kind text not null check (kind in ('identity', 'selfie', 'income', 'history', 'guarantor', 'other')),
  name text not null check (length(name) between 1 and 200),
  mime text not null,
  bytes int not null check (bytes between 1 and 15728640),
  -- Where the encrypted bytes lie in our storage.
  stored text not null,
  created_at timestamptz not null default app.now()
);
create index application_file_of on application_file (application_id);

create table booking (
  id bigint generated always as identity primary key,
  code text not null generated always as (make_code('BKG', id)) stored unique,
  company_id bigint not null references company,
  agent_company_id bigint references company,
  property_id bigint not null references property,
  unit_id bigint not null references unit,
  listing_id bigint references listing,
  lead_id bigint references lead,
  tenant_id bigint not null references tenant,
  person_id bigint not null references person,
  application_id bigint references application,
  bid_id bigint,
  promotion_id bigint,
  status text not null default 'await_screening'
    check (status in ('await_screening', 'confirmed', 'await_payment', 'declined', 'expired', 'canceled', 'deleted', 'closed')),
  stage text not null default 'screening' check (stage in ('screening', 'info_requested', 'backup', 'waitlist', 'frozen', 'shortlisted')),
  stage_before text,
  source text not null default 'booking' check (source in ('booking', 'code', 'invite')),
  starts_on date not null,
  term_months smallint not null check (term_months between 0 and 1200),
  occupants smallint not null default 1 check (occupants between 1 and 50),
  -- One snapshot: rent, deposit, charges, promotion, one line a part.
  bill jsonb not null,
  message text not null default '' check (length(message) <= 2000),
  decide_by timestamptz,
  pay_until timestamptz,
  waitlist_until timestamptz,
  waitlist_rank int,
  -- What was left of the clock when it stopped.
  clock_left interval,
  decision jsonb,
  paid jsonb,
  tenancy_id bigint,
  hidden_at timestamptz,
  revision int not null default 1,
  created_at timestamptz not null default app.now(),
  updated_at timestamptz not null default app.now(),
  -- The clock runs while somebody is being screened, and only then.
  check ((decide_by is not null) = (status = 'await_screening' and stage in ('screening', 'shortlisted'))),
  check ((pay_until is not null) = (status = 'await_payment' and stage <> 'frozen'))
);
create unique index booking_open on booking (unit_id, person_id) where status in ('await_screening', 'await_payment', 'confirmed');
create index booking_company on booking (company_id, status, id desc);
create index booking_agent on booking (agent_company_id, status, id desc) where agent_company_id is not null;
create index booking_person on booking (person_id, id desc);
create index booking_unit on booking (unit_id, id desc);
create index booking_decide on booking (decide_by) where decide_by is not null;
create index booking_pay on booking (pay_until) where pay_until is not null;

create table tenancy (
  id bigint generated always as identity primary key,
  code text not null generated always as (make_code('TCY', id)) stored unique,
  company_id bigint not null references company,
  agent_company_id bigint references company,
  property_id bigint not null references property,
  unit_id bigint not null references unit,
  booking_id bigint references booking,
  listing_type smallint not null check (listing_type in (0, 1)),
  status text not null default 'pending' check (status in ('pending', 'active', 'expired', 'terminate')),
  stage text not null default 'normal' check (stage in ('normal', 'renewal', 'ending', 'closing', 'holdover')),
  starts_on date not null,
  ends_on date,
  review_on date,
  term_type text not null default 'fixed' check (term_type in ('fixed', 'periodic')),
  holdover text not null default 'roll' check (holdover in ('roll', 'stop')),
  notice_days smallint not null default 30 check (notice_days between 0 and 366),
  due_day smallint not null default 1 check (due_day between 1 and 28),
  deposit_cents bigint not null default 0 check (deposit_cents between 0 and 100000000000),
  -- {kind none|percent|amount, value, every_months, next_on, notice_days}
  escalation jsonb not null default '{"kind":"none"}',
  controlled boolean not null default false,
  -- For those brought along: what was owed and held, and on which day.
  opening jsonb,
  import_id bigint,
  leaving_on date,
  leaving jsonb,
  termination jsonb,
  closed_out_at timestamptz,
  revision int not null default 1,
  created_by bigint references person,
  created_at timestamptz not null default app.now(),
  updated_at timestamptz not null default app.now(),
  check (ends_on is null or ends_on > starts_on),
  check (term_type = 'periodic' or ends_on is not null)
);
create index tenancy_company on tenancy (company_id, status, id desc);
create index tenancy_agent on tenancy (agent_company_id, status, id desc) where agent_company_id is not null;
create index tenancy_unit on tenancy (unit_id, id desc);
create index tenancy_property on tenancy (property_id);
create index tenancy_ends on tenancy (ends_on) where status = 'active';
create index tenancy_starts on tenancy (starts_on) where status = 'pending';

create table tenancy_person (
  id bigint generated always as identity primary key,
  tenancy_id bigint not null references tenancy on delete cascade,
  tenant_id bigint not null references tenant,
  role text not null check (role in ('lead', 'co_tenant', 'occupant', 'guarantor')),
  -- Of the rent, in basis points; those who pay make a whole (checked when the transaction ends).
  share_bp int not null default 0 check (share_bp between 0 and 10000),
  since date,
  until date,
  unique (tenancy_id, tenant_id, role)
);
create unique index tenancy_lead on tenancy_person (tenancy_id) where role = 'lead' and until is null;
create index tenancy_person_tenant on tenancy_person (tenant_id);

create function app.shares_whole() returns trigger language plpgsql as $$
declare whose bigint := coalesce(new.tenancy_id, old.tenancy_id); total int;
begin
  select coalesce(sum(share_bp), 0) into total from tenancy_person where tenancy_id = whose and until is null and role in ('lead', 'co_tenant');
  if total <> 10000 and exists (select from tenancy where id = whose and status in ('pending', 'active')) then
    raise exception 'shares of tenancy % make % of 10000', whose, total using errcode = 'check_violation', constraint = 'tenancy_shares_whole';
  end if;
  return null;
end $$;
create constraint trigger tenancy_shares_whole after insert or update or delete on tenancy_person
  deferrable initially deferred for each row execute function app.shares_whole();

-- What is asked for, by the days it holds. A change of rent or a renewal is a new row.
create table tenancy_term (
  id bigint generated always as identity primary key,
  tenancy_id bigint not null references tenancy on delete cascade,
  during daterange not null check (not isempty(during)),
  rent_cents bigint not null check (rent_cents between 0 and 100000000000),
  period smallint not null default 2 check (period between 2 and 6),
  why text not null check (why in ('start', 'renewal', 'rent_change', 'escalation', 'roll', 'transfer', 'import')),
  agreement_id bigint,
  created_by bigint references person,
  created_at timestamptz not null default app.now(),
  constraint tenancy_term_alone exclude using gist (tenancy_id with =, during with &&)
);
create table tenancy_charge (
  id bigint generated always as identity primary key,
  tenancy_id bigint not null references tenancy on delete cascade,
  label text not null check (length(label) between 1 and 80),
  kind text not null default 'other' check (kind in ('service', 'water', 'power', 'garbage', 'security', 'parking', 'internet', 'discount', 'other')),
  -- Null: measured by a meter.
  cents bigint check (cents between -100000000000 and 100000000000),
  often text not null default 'monthly' check (often in ('once', 'monthly', 'yearly')),
  during daterange not null check (not isempty(during)),
  created_at timestamptz not null default app.now()
);
create index tenancy_charge_of on tenancy_charge (tenancy_id);

create table agreement_template (
  id bigint generated always as identity primary key,
  code text not null generated always as (make_code('TPL', id)) stored unique,
  -- Null: ours, for everybody.
  company_id bigint references company,
  name text not null check (length(name) between 1 and 120),
  kind text not null check (kind in ('lease', 'addendum', 'renewal', 'sale')),
  use text not null default 'residential' check (use in ('residential', 'commercial')),
  version int not null default 1,
  replaces_id bigint references agreement_template,
  -- Blocks with merge fields, clauses, in English and Kiswahili; which one governs.
  body jsonb not null,
  governs text not null default 'en' check (governs in ('en', 'sw')),
  reviewed_by text not null default '',
  published_at timestamptz,
  retired_at timestamptz,
  revision int not null default 1,
  created_by bigint references person,
  created_at timestamptz not null default app.now(),
  updated_at timestamptz not null default app.now()
);
create index agreement_template_company on agreement_template (company_id);

create table agreement (
  id bigint generated always as identity primary key,
  code text not null generated always as (make_code('AGR', id)) stored unique,
  company_id bigint not null references company,
  agent_company_id bigint references company,
  property_id bigint not null references property,
  tenancy_id bigint not null references tenancy,
  template_id bigint references agreement_template,
  kind text not null check (kind in ('lease', 'addendum', 'renewal', 'sale')),
  status text not null default 'draft'
    check (status in ('draft', 'pending_signature', 'partially_signed', 'fully_signed', 'expired', 'rejected', 'archived')),
  version int not null default 1,
  replaces_id bigint references agreement,
  sequential boolean not null default true,
  language text not null default 'en' check (language in ('en', 'sw', 'both')),
  message text not null default '',
  -- What is merged in, as it was when it was frozen.
  terms jsonb not null,
  clauses jsonb not null default '[]',
  pdf_file text,
  pdf_sha256 text check (pdf_sha256 ~ '^[0-9a-f]{64}$'),
  sealed_file text,
  sealed_sha256 text check (sealed_sha256 ~ '^[0-9a-f]{64}$'),
  -- Printed on the certificate and in the QR code.
  verify_code text unique,
  wet_ink jsonb,
  frozen_at timestamptz,
  sealed_at timestamptz,
  seal_failed_at timestamptz,
  reason text not null default '',
  revision int not null default 1,
  created_by bigint references person,
  created_at timestamptz not null default app.now(),
  updated_at timestamptz not null default app.now(),
  check (status <> 'fully_signed' or sealed_sha256 is not null or wet_ink is not null)
);
create unique index agreement_open on agreement (tenancy_id, kind) where status in ('draft', 'pending_signature', 'partially_signed');
create index agreement_tenancy on agreement (tenancy_id);
create index agreement_company on agreement (company_id, status, id desc);
create index agreement_sealed on agreement (sealed_sha256);

create table agreement_party (
  id bigint generated always as identity primary key,
  agreement_id bigint not null references agreement on delete cascade,
  role text not null check (role in ('tenant', 'co_tenant', 'guarantor', 'owner', 'agent', 'witness')),
  turn smallint not null default 1 check (turn between 1 and 20),
  tenant_id bigint references tenant,
  person_id bigint references person,
  name text not null check (length(name) between 1 and 120),
  phone text check (phone ~ '^\+\d{7,15}$'),
  email text,
  phone_before text,
  status text not null default 'waiting' check (status in ('waiting', 'sent', 'viewed', 'signed', 'rejected', 'expired', 'void')),
  token_hash text unique,
  invited_at timestamptz,
  expires_at timestamptz,
  reminded smallint not null default 0,
  remind_at timestamptz,
  check (phone is not null or email is not null)
);
create unique index agreement_party_phone on agreement_party (agreement_id, phone) where phone is not null and status <> 'void';
create unique index agreement_party_email on agreement_party (agreement_id, email) where email is not null and status <> 'void';
create index agreement_party_person on agreement_party (person_id);
create index agreement_party_due on agreement_party (expires_at) where status in ('sent', 'viewed');

create table agreement_signature (
  party_id bigint primary key references agreement_party,
  kind text not null check (kind in ('drawn', 'typed', 'wet_ink')),
  -- SVG path of what was drawn, or the name that was typed.
  drawn text not null check (length(drawn) between 1 and 200000),
  pdf_sha256 text not null,
  ip inet,
  agent text not null default '',
  proved_by text not null check (proved_by in ('sms', 'email', 'paper')),
  at timestamptz not null default app.now()
);
create table agreement_event (
  id bigint generated always as identity primary key,
  agreement_id bigint not null references agreement,
  party_id bigint references agreement_party,
  what text not null,
  detail jsonb not null default '{}',
  ip inet,
  at timestamptz not null default app.now()
);
create index agreement_event_of on agreement_event (agreement_id, id);
create function app.append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is only added to', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger agreement_event_kept before update or delete on agreement_event for each row execute function app.append_only();
create trigger agreement_signature_kept before update or delete on agreement_signature for each row execute function app.append_only();

alter table stay add foreign key (booking_id) references booking, add foreign key (tenancy_id) references tenancy;
alter table booking add foreign key (tenancy_id) references tenancy;
alter table tenancy_term add foreign key (agreement_id) references agreement;

create table tenancy_file (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  tenancy_id bigint not null references tenancy,
  kind text not null check (kind in ('contract', 'addendum', 'id', 'kra_pin', 'receipt', 'inspection', 'notice', 'other')),
  name text not null check (length(name) between 1 and 200),
  file_id bigint references media_file,
  version int not null default 1,
  visible_to text[] not null default '{manager}',
  expires_on date,
  required boolean not null default false,
  review text not null default 'open' check (review in ('open', 'ok', 'rejected')),
  reviewed_by bigint references person,
  removed_at timestamptz,
  created_by bigint references person,
  created_at timestamptz not null default app.now()
);
create index tenancy_file_of on tenancy_file (tenancy_id);
create index tenancy_file_expires on tenancy_file (expires_on) where removed_at is null;
