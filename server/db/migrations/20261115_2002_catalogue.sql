-- The asset (property, unit), the offer (listing), and what is shown of them (media). Money is whole cents.

create table property (
  id bigint generated always as identity primary key,
  code text not null generated always as (make_code('PRP', id)) stored unique,
  slug text not null,
  -- Who holds it; agents work on it by mandate, staff by role and team.
  company_id bigint not null references company,
  name text not null check (length(name) between 2 and 120),
  property_type_id bigint not null references taxon,
  category_id bigint not null references taxon,
  description text not null default '',
  description_sw text not null default '',
  location_id bigint not null references location,
  -- The county of the location: subadmins and dealers look after a county.
  region text not null check (region ~ '^0[0-4][0-9]$'),
  address text not null default '',
  landmark text not null default '',
  lat double precision check (lat between -5.5 and 5.8),
  lng double precision check (lng between 33.5 and 42.5),
  -- Strangers see the pin only if the holder says so; else a circle about it.
  show_pin boolean not null default false,
  plot_ref text not null default '',
  year_built smallint check (year_built between 1900 and 2100),
  floors smallint check (floors between 0 and 120),
  blocks text[] not null default '{}',
  lifts smallint not null default 0 check (lifts between 0 and 50),
  parking_slots int not null default 0 check (parking_slots between 0 and 10000),
  caretaker_name text not null default '',
  caretaker_phone text,
  house_rules text not null default '',
  amenities bigint[] not null default '{}',
  -- Water, power, garbage, internet: how each is supplied and charged (contract/property/utilities.ts).
  utilities jsonb not null default '{}',
  -- Due day, grace, late fee, invoice lead days, payment order (contract/property/billing.ts).
  billing jsonb not null default '{}',
  notice_days smallint not null default 30 check (notice_days between 0 and 365),
  deposit_months numeric(4, 1) not null default 1 check (deposit_months between 0 and 24),
  currency text not null default 'KES' check (currency ~ '^[A-Z]{3}$'),
  tax_profile text not null default 'residential' check (tax_profile in ('residential', 'commercial')),
  status text not null default 'draft' check (status in ('draft', 'pending_verification', 'verified', 'rejected', 'expired')),
  verified_by bigint references person,
  verified_at timestamptz,
  verification_expires_at timestamptz,
  verification_note text not null default '',
  -- Frozen by the platform (plan suspended, abuse upheld, dispute): managed, never shown.
  stalled boolean not null default false,
  rating_avg real,
  rating_count int not null default 0,
  revision int not null default 1,
  created_by bigint references person,
  updated_by bigint references person,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz,
  deleted_at timestamptz
);
create index property_company on property (company_id, id desc) where deleted_at is null;
create index property_region on property (region, id desc) where deleted_at is null;
create index property_newest on property (id desc) where deleted_at is null;
create index property_status on property (status, id desc) where deleted_at is null;
create index property_location on property (location_id);
create index property_type on property (property_type_id);
create index property_category on property (category_id);
create index property_name on property using gin (name gin_trgm_ops);
create index property_amenities on property using gin (amenities);

-- Rows brought in from one file, so that the file can be taken back.
create table import_batch (
  id bigint generated always as identity primary key,
  code text not null generated always as (make_code('IMP', id)) stored unique,
  company_id bigint not null references company,
  property_id bigint not null references property,
  file_name text not null,
  mapping jsonb not null default '{}',
  made int not null default 0,
  refused int not null default 0,
  created_by bigint references person,
  created_at timestamptz not null default now(),
  undone_at timestamptz
);
create index import_batch_property on import_batch (property_id, id desc);

create table unit (
  id bigint generated always as identity primary key,
  code text not null generated always as (make_code('UNT', id)) stored unique,
  property_id bigint not null references property,
  slug text not null,
  name text not null check (length(name) between 1 and 60),
  block text not null default '',
  floor smallint check (floor between -5 and 120),
  unit_type_id bigint not null references taxon,
  bedrooms smallint not null default 0 check (bedrooms between 0 and 20),
  bathrooms smallint not null default 0 check (bathrooms between 0 and 20),
  area_m2 int check (area_m2 between 1 and 10000000),
  rent_cents bigint check (rent_cents between 0 and 100000000000),
  deposit_cents bigint check (deposit_cents between 0 and 100000000000),
  service_charge_cents bigint not null default 0 check (service_charge_cents between 0 and 100000000000),
  furnished text not null default 'unfurnished' check (furnished in ('unfurnished', 'semi', 'furnished')),
  amenities bigint[] not null default '{}',
  meters jsonb not null default '[]',
  keys_count smallint not null default 0 check (keys_count between 0 and 100),
  status text not null default 'vacant' check (status in ('vacant', 'ordered', 'occupied', 'maintenance', 'onhold', 'stall')),
  status_since timestamptz not null default now(),
  status_reason text not null default '',
  -- What it was before the platform froze it.
  status_before text,
  expected_on date,
  available_from date,
  notes text not null default '',
  import_batch_id bigint references import_batch,
  revision int not null default 1,
  created_by bigint references person,
  updated_by bigint references person,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index unit_name on unit (property_id, lower(block), lower(name)) where deleted_at is null;
create index unit_property on unit (property_id, id) where deleted_at is null;
create index unit_type on unit (unit_type_id);
create index unit_batch on unit (import_batch_id) where import_batch_id is not null;
create index unit_amenities on unit using gin (amenities);

-- The offer of a unit, or of a whole property where unit_id is null.
create table listing (
  id bigint generated always as identity primary key,
  code text not null generated always as (make_code('LST', id)) stored unique,
  property_id bigint not null references property,
  unit_id bigint references unit,
  listing_type smallint not null check (listing_type in (0, 1, 2)),
  title text not null check (length(title) between 3 and 140),
  description text not null default '',
  description_sw text not null default '',
  price_cents bigint not null check (price_cents between 1 and 10000000000000),
  price_period smallint not null default 2 check (price_period between 2 and 6),
  negotiable boolean not null default false,
  deposit_cents bigint not null default 0 check (deposit_cents between 0 and 1000000000000),
  service_charge_cents bigint not null default 0 check (service_charge_cents between 0 and 1000000000000),
  -- [{label, cents, often: once|monthly}]
  other_charges jsonb not null default '[]',
  agent_fee_cents bigint not null default 0 check (agent_fee_cents between 0 and 1000000000000),
  available_from date,
  min_term_months smallint not null default 0 check (min_term_months between 0 and 1200),
  furnished text not null default 'unfurnished' check (furnished in ('unfurnished', 'semi', 'furnished')),
  pets boolean,
  smoking boolean,
  parking_slots smallint not null default 0 check (parking_slots between 0 and 100),
  water_source text[] not null default '{}',
  power_type text not null default '',
  backup_power boolean not null default false,
  internet text not null default '',
  gate_security boolean not null default false,
  -- Who answers; the card beside the offer.
  contact_id bigint references person,
  status text not null default 'draft' check (status in ('draft', 'review', 'live', 'paused', 'closed', 'archived')),
  status_reason text not null default '',
  closed_as text check (closed_as in ('let', 'sold', 'withdrawn')),
  published_at timestamptz,
  last_confirmed_at timestamptz,
  asked_at timestamptz,
  -- Beyond what the holder's plan pays for: kept, never shown.
  over_plan boolean not null default false,
  views int not null default 0,
  saves int not null default 0,
  enquiries int not null default 0,
  revision int not null default 1,
  created_by bigint references person,
  updated_by bigint references person,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
-- One live offer a unit (or whole property) and listing type: two people publishing at once cannot both win.
create unique index listing_one_live on listing (coalesce(unit_id, -property_id), listing_type) where status = 'live' and deleted_at is null;
create index listing_property on listing (property_id, id) where deleted_at is null;
create index listing_unit on listing (unit_id) where unit_id is not null;
create index listing_contact on listing (contact_id) where status = 'live';
create index listing_confirmed on listing (last_confirmed_at) where status = 'live';
create index listing_newest on listing (id desc) where deleted_at is null;

create table listing_price (
  listing_id bigint not null references listing,
  at timestamptz not null default now(),
  price_cents bigint not null,
  price_period smallint not null,
  by bigint references person,
  primary key (listing_id, at)
);

-- What a day brought a listing; analytics and agents' numbers are sums of these.
create table listing_day (
  listing_id bigint not null references listing,
  day date not null,
  views int not null default 0,
  saves int not null default 0,
  enquiries int not null default 0,
  shares int not null default 0,
  primary key (listing_id, day)
);

-- Pictures, films, tours and plans of a property (unit_id null) or one of its units. Either a file of ours or an address.
create table media_item (
  id bigint generated always as identity primary key,
  property_id bigint not null references property,
  unit_id bigint references unit,
  media_type smallint not null check (media_type in (0, 1, 2, 3)),
  file_id bigint references media_file,
  url text check (length(url) <= 2000),
  caption text not null default '' check (length(caption) <= 300),
  alt text not null default '' check (length(alt) <= 300),
  room text not null default '',
  sort int not null default 0,
  is_cover boolean not null default false,
  width int,
  height int,
  bytes int,
  -- Drawn in the picture's place until it is there.
  colour text check (colour ~ '^#[0-9a-f]{6}$'),
  -- Looks alike: the same picture under another holder is a doubt for admins and keeps a listing from going live.
  phash bigint,
  taken_at timestamptz,
  taken_lat double precision,
  taken_lng double precision,
  status text not null default 'ready' check (status in ('processing', 'ready', 'rejected')),
  status_reason text not null default '',
  created_by bigint references person,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((file_id is null) <> (url is null))
);
create index media_item_property on media_item (property_id, sort, id);
create index media_item_unit on media_item (unit_id, sort, id) where unit_id is not null;
create index media_item_phash on media_item (phash) where phash is not null;
create index media_item_file on media_item (file_id) where file_id is not null;

-- Which properties a mandate is about (all of the owner's where `all_properties`), and what it allows.
alter table mandate
  add column scope text not null default 'full_management' check (scope in ('letting_only', 'full_management', 'sale')),
  add column all_properties boolean not null default true,
  add column starts_on date,
  add column ends_on date,
  add column may_sign boolean not null default false,
  add column may_collect boolean not null default false,
  add column approval_limit_cents bigint not null default 0 check (approval_limit_cents >= 0);
create table mandate_property (
  mandate_id bigint not null references mandate on delete cascade,
  property_id bigint not null references property,
  primary key (mandate_id, property_id)
);
create index mandate_property_property on mandate_property (property_id);

-- A team with rows here works on these properties only.
create table team_property (
  team_id bigint not null references team on delete cascade,
  property_id bigint not null references property,
  primary key (team_id, property_id)
);
create index team_property_property on team_property (property_id);

-- How many live listings a company's plan pays for; null is no limit.
alter table company add column listing_limit int check (listing_limit >= 0);

-- The one rule of what strangers may see. The search's read model, the public pages, feeds and maps are made of these rows alone.
create view public_listing as
select l.id, l.property_id, l.unit_id, l.listing_type
from listing l
join property p on p.id = l.property_id
join company c on c.id = p.company_id
left join unit u on u.id = l.unit_id
where l.status = 'live' and l.deleted_at is null and not l.over_plan
  and p.status = 'verified' and not p.stalled and p.archived_at is null and p.deleted_at is null
  and c.is_active
  and exists (select 1 from person h where h.company_id = c.id and h.user_type in (4, 5, 7) and h.verified_status = 'verified' and h.is_active and h.closed_at is null)
  and (l.unit_id is null or (u.status = 'vacant' and u.deleted_at is null));
