-- Meters: what they show, what it costs, what was bought and what is lost on the way. Quantities are whole thousandths of a unit (litres of a
-- cubic metre, watt-hours of a kilowatt-hour), money is cents, days are Nairobi's. Everything hangs on its property and goes with it.

create table meter (
  id bigint generated always as identity primary key,
  code text not null generated always as (make_code('MTR', id)) stored unique,
  property_id bigint not null references property,
  -- Null: it measures what all have in common.
  unit_id bigint references unit,
  kind text not null check (kind in ('water', 'power', 'gas', 'heat')),
  number text not null check (length(number) between 1 and 40),
  place text not null default '' check (length(place) <= 120),
  -- What one step of its dial stands for, and how many digits stand before the point.
  multiplier int not null default 1 check (multiplier between 1 and 10000),
  digits smallint not null default 5 check (digits between 3 and 9),
  initial bigint not null default 0 check (initial between 0 and 999999999999),
  installed_on date not null,
  sealed_on date,
  -- Whoever lives there buys tokens: nobody reads it for a bill.
  prepaid boolean not null default false,
  replaces_id bigint unique references meter,
  status text not null default 'active' check (status in ('active', 'replaced', 'archived')),
  revision int not null default 1,
  created_by bigint references person,
  created_at timestamptz not null default app.now(),
  updated_at timestamptz not null default app.now()
);
create unique index meter_number on meter (property_id, kind, lower(number)) where status = 'active';
create index meter_property on meter (property_id, kind, id);
create index meter_unit on meter (unit_id) where unit_id is not null;

-- What a unit costs, from a day on. Bands are told by what they reach up to in a month: {upto (thousandths, null: no end), rate_cents}.
create table meter_tariff (
  id bigint generated always as identity primary key,
  property_id bigint not null references property,
  kind text not null check (kind in ('water', 'power', 'gas', 'heat')),
  valid_from date not null,
  bands jsonb not null,
  fixed_cents bigint not null default 0 check (fixed_cents between 0 and 1000000000000),
  minimum_cents bigint not null default 0 check (minimum_cents between 0 and 1000000000000),
  tax_code text not null default 'A' check (tax_code in ('A', 'B', 'C', 'D', 'E')),
  note text not null default '' check (length(note) <= 200),
  created_by bigint references person,
  created_at timestamptz not null default app.now(),
  unique (property_id, kind, valid_from)
);

-- What came into the building: a tanker, the county's bill, what the borehole gave.
create table meter_purchase (
  id bigint generated always as identity primary key,
  property_id bigint not null references property,
  kind text not null check (kind in ('water', 'power', 'gas', 'heat')),
  source text not null check (source in ('county', 'tanker', 'borehole', 'grid', 'generator', 'solar', 'bottle', 'other')),
  on_day date not null,
  quantity bigint not null check (quantity between 1 and 999999999999),
  cents bigint not null check (cents between 0 and 1000000000000),
  supplier text not null default '' check (length(supplier) <= 120),
  note text not null default '' check (length(note) <= 200),
  created_by bigint references person,
  created_at timestamptz not null default app.now()
);
create index meter_purchase_property on meter_purchase (property_id, kind, on_day desc, id desc);

-- A month of one kind in one property: read, looked through, locked. What is locked is billed.
create table meter_cycle (
  id bigint generated always as identity primary key,
  property_id bigint not null references property,
  kind text not null check (kind in ('water', 'power', 'gas', 'heat')),
  month date not null check (extract(day from month) = 1),
  status text not null default 'open' check (status in ('open', 'review', 'locked')),
  locked_at timestamptz,
  created_at timestamptz not null default app.now(),
  unique (property_id, kind, month)
);

create table meter_reading (
  id bigint generated always as identity primary key,
  property_id bigint not null references property,
  meter_id bigint not null references meter,
  cycle_id bigint not null references meter_cycle,
  value bigint not null check (value between 0 and 999999999999),
  on_day date not null,
  -- The last day whose use it shows: the day before, where it was read on the first day of who moved in.
  covers date not null,
  -- Between two who live there: it parts the month, and another closes it.
  handover boolean not null default false,
  -- Between the one before and this the dial went past its end.
  rolled boolean not null default false,
  source text not null check (source in ('caretaker', 'tenant', 'import', 'estimate', 'device')),
  status text not null default 'submitted' check (status in ('submitted', 'accepted', 'rejected', 'estimated')),
  -- Since the one before; below zero where that was guessed too high.
  used bigint not null,
  days int not null check (days >= 0),
  flags text[] not null default '{}',
  note text not null default '' check (length(note) <= 300),
  reason text not null default '' check (length(reason) <= 300),
  file_id bigint references media_file,
  by_id bigint references person,
  created_at timestamptz not null default app.now()
);
create unique index meter_reading_day on meter_reading (meter_id, covers) where status <> 'rejected';
create unique index meter_reading_closing on meter_reading (meter_id, cycle_id) where status <> 'rejected' and not handover;
create index meter_reading_cycle on meter_reading (cycle_id, status);
create index meter_reading_property on meter_reading (property_id);
create index meter_reading_file on meter_reading (file_id) where file_id is not null;

-- What a locked month comes to, for each who lived there; without a tenancy it is what nobody pays for (an empty home, the stairs).
create table meter_line (
  id bigint generated always as identity primary key,
  property_id bigint not null references property,
  unit_id bigint references unit,
  meter_id bigint not null references meter,
  cycle_id bigint not null references meter_cycle,
  tenancy_id bigint references tenancy,
  -- Null: what the meter showed when it came.
  opening_id bigint references meter_reading,
  reading_id bigint not null references meter_reading,
  from_day date not null,
  last_day date not null,
  used bigint not null,
  cents bigint not null,
  tax_code text not null default 'A' check (tax_code in ('A', 'B', 'C', 'D', 'E')),
  -- What it is made of: bands, fixed, least.
  detail jsonb not null default '[]',
  -- The difference to what an estimate or a wrong reading came to.
  corrects boolean not null default false,
  -- Until when whoever lives there may ask about it.
  ask_until timestamptz,
  -- The line of an invoice it stands on: once.
  invoice_line_id bigint,
  created_at timestamptz not null default app.now(),
  check (last_day >= from_day),
  check (tenancy_id is not null or (cents = 0 and invoice_line_id is null))
);
create unique index meter_line_once on meter_line (reading_id, tenancy_id) nulls not distinct where not corrects;
create index meter_line_unbilled on meter_line (tenancy_id) where tenancy_id is not null and invoice_line_id is null;
create index meter_line_tenancy on meter_line (tenancy_id, last_day desc) where tenancy_id is not null;
create index meter_line_meter on meter_line (meter_id, last_day);
create index meter_line_cycle on meter_line (cycle_id);
create index meter_line_property on meter_line (property_id);
create index meter_line_invoice on meter_line (invoice_line_id) where invoice_line_id is not null;

-- Somebody who lives there does not believe a reading: what it comes to is not billed until they have an answer.
create table meter_query (
  id bigint generated always as identity primary key,
  code text not null generated always as (make_code('MQR', id)) stored unique,
  property_id bigint not null references property,
  tenancy_id bigint not null references tenancy,
  line_id bigint not null references meter_line,
  person_id bigint references person,
  text text not null check (length(text) between 1 and 1000),
  -- What they read themselves.
  value bigint check (value between 0 and 999999999999),
  status text not null default 'open' check (status in ('open', 'stands', 'corrected', 'withdrawn')),
  answer text not null default '' check (length(answer) <= 1000),
  answered_by bigint references person,
  answered_at timestamptz,
  created_at timestamptz not null default app.now()
);
create unique index meter_query_open on meter_query (line_id) where status = 'open';
create index meter_query_property on meter_query (property_id, status, id desc);
create index meter_query_line on meter_query (line_id);
create index meter_query_person on meter_query (person_id);
