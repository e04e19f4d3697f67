-- What people do with what they find, and what the platform does about it.

create table lead (
  id bigint generated always as identity primary key,
  code text not null generated always as (make_code('LED', id)) stored unique,
  listing_id bigint references listing,
  property_id bigint references property,
  unit_id bigint references unit,
  -- Whose lead it is: the agent's company where one answers, else the holder's.
  company_id bigint not null references company,
  person_id bigint references person,
  assigned_to bigint references person,
  name text not null check (length(name) between 1 and 120),
  phone text not null,
  email text,
  message text not null default '' check (length(message) <= 2000),
  source text not null default 'portal' check (source in ('portal', 'agent_page', 'manual')),
  status text not null default 'new' check (status in ('new', 'contacted', 'touring', 'applied', 'won', 'lost')),
  note text not null default '',
  first_answer_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index lead_company on lead (company_id, id desc);
create index lead_listing on lead (listing_id);
create index lead_property on lead (property_id, id desc);
create index lead_person on lead (person_id) where person_id is not null;

create table favourite (
  person_id bigint not null references person on delete cascade,
  listing_id bigint not null references listing,
  price_cents bigint not null,
  note text not null default '',
  created_at timestamptz not null default now(),
  primary key (person_id, listing_id)
);
create index favourite_listing on favourite (listing_id);

create table saved_search (
  id bigint generated always as identity primary key,
  code text not null generated always as (make_code('SRC', id)) stored unique,
  person_id bigint not null references person on delete cascade,
  name text not null check (length(name) between 1 and 120),
  -- The address of the search, as /listings takes it.
  query text not null check (length(query) <= 4000),
  often text not null default 'instant' check (often in ('instant', 'daily', 'weekly', 'off')),
  last_run_at timestamptz not null default now(),
  stop_key text not null unique,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index saved_search_person on saved_search (person_id, id desc);
create index saved_search_due on saved_search (often, last_run_at) where often <> 'off';

create table rating_category (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 80),
  name_sw text not null default '',
  target text not null check (target in ('property', 'unit', 'agent', 'owner', 'tenant', 'contractor')),
  weight smallint not null default 1 check (weight between 1 and 10),
  active boolean not null default true,
  sort int not null default 0,
  revision int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create table rating_item (
  id bigint generated always as identity primary key,
  category_id bigint not null references rating_category,
  label text not null check (length(label) between 1 and 160),
  label_sw text not null default '',
  required boolean not null default true,
  -- A low score here becomes a task for whoever manages the place.
  safety boolean not null default false,
  sort int not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index rating_item_category on rating_item (category_id, sort, id);

create table review (
  id bigint generated always as identity primary key,
  code text not null generated always as (make_code('REV', id)) stored unique,
  target text not null check (target in ('property', 'unit', 'agent')),
  property_id bigint references property,
  unit_id bigint references unit,
  agent_id bigint references person,
  author_id bigint not null references person,
  -- What makes it real; once a basis.
  basis text not null check (basis in ('tour', 'tenancy', 'work_order', 'sale')),
  basis_id bigint not null,
  score numeric(3, 2) not null check (score between 1 and 5),
  body text not null default '' check (length(body) <= 4000),
  pros text not null default '',
  cons text not null default '',
  anonymous boolean not null default false,
  status text not null default 'pending' check (status in ('pending', 'published', 'hidden', 'rejected')),
  status_reason text not null default '',
  reply text,
  replied_by bigint references person,
  replied_at timestamptz,
  helpful int not null default 0,
  revision int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index review_once on review (author_id, target, basis, basis_id);
create index review_property on review (property_id, id desc);
create index review_agent on review (agent_id, id desc) where agent_id is not null;
create index review_author on review (author_id, id desc);
create table review_score (
  review_id bigint not null references review on delete cascade,
  item_id bigint not null references rating_item,
  score smallint not null check (score between 1 and 5),
  primary key (review_id, item_id)
);
create index review_score_item on review_score (item_id);

create table abuse_report (
  id bigint generated always as identity primary key,
  code text not null generated always as (make_code('ABR', id)) stored unique,
  target text not null check (target in ('listing', 'property', 'agent', 'review')),
  listing_id bigint references listing,
  property_id bigint references property,
  agent_id bigint references person,
  review_id bigint references review,
  region text check (region ~ '^0[0-4][0-9]$'),
  reporter_id bigint references person,
  reporter_contact text not null default '',
  -- Tells reporters apart without keeping who they are: the account, or a keyed hash of the address they came from.
  reporter_key text not null,
  reason text not null check (reason in ('scam', 'not_available', 'wrong_price', 'wrong_place', 'wrong_pictures', 'discrimination', 'duplicate', 'other')),
  body text not null default '' check (length(body) <= 4000),
  status text not null default 'pending' check (status in ('pending', 'assigned', 'closed', 'revoked')),
  upheld boolean,
  decision text not null default '',
  assigned_to bigint references person,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  closed_at timestamptz
);
create index abuse_report_newest on abuse_report (id desc);
create index abuse_report_listing on abuse_report (listing_id) where listing_id is not null;

create table featured_product (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 80),
  placement text not null check (placement in ('home', 'search', 'map', 'agent')),
  -- Null: the whole country.
  location_id bigint references location,
  day_cents bigint not null check (day_cents between 0 and 100000000),
  slots smallint not null default 4 check (slots between 1 and 50),
  max_days smallint not null default 30 check (max_days between 1 and 365),
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create table featured_booking (
  id bigint generated always as identity primary key,
  code text not null generated always as (make_code('FTR', id)) stored unique,
  product_id bigint not null references featured_product,
  listing_id bigint not null references listing,
  company_id bigint not null references company,
  starts_on date not null,
  ends_on date not null,
  price_cents bigint not null check (price_cents >= 0),
  payment_note text not null default '',
  status text not null default 'requested' check (status in ('requested', 'awaiting_payment', 'scheduled', 'running', 'ended', 'canceled', 'refunded')),
  impressions int not null default 0,
  clicks int not null default 0,
  enquiries int not null default 0,
  created_by bigint references person,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (ends_on >= starts_on)
);
create index featured_booking_product on featured_booking (product_id, starts_on);
create index featured_booking_company on featured_booking (company_id, id desc);
create index featured_booking_running on featured_booking (listing_id) where status = 'running';

create table promotion (
  id bigint generated always as identity primary key,
  code text not null generated always as (make_code('OFR', id)) stored unique,
  company_id bigint not null references company,
  name text not null check (length(name) between 1 and 120),
  discount_type smallint not null check (discount_type in (1, 2, 3)),
  -- Basis points for a percentage, cents for a fixed sum, nothing for a perk.
  value bigint not null default 0 check (value >= 0),
  perk text not null default '',
  applies_to text not null default 'rent' check (applies_to in ('rent', 'deposit', 'agent_fee')),
  months smallint not null default 1 check (months between 1 and 60),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  quota int check (quota > 0),
  used int not null default 0,
  promo_code text,
  stackable boolean not null default false,
  status text not null default 'draft' check (status in ('draft', 'scheduled', 'running', 'ended', 'canceled')),
  revision int not null default 1,
  created_by bigint references person,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  check (ends_at > starts_at)
);
create index promotion_company on promotion (company_id, id desc) where deleted_at is null;
-- Which listings a promotion is about.
create table promotion_listing (
  promotion_id bigint not null references promotion on delete cascade,
  listing_id bigint not null references listing,
  primary key (promotion_id, listing_id)
);
create index promotion_listing_listing on promotion_listing (listing_id);

create table vacancy (
  id bigint generated always as identity primary key,
  slug text not null,
  title text not null check (length(title) between 3 and 120),
  department text not null default '',
  place text not null default '',
  kind text not null default 'full_time' check (kind in ('full_time', 'part_time', 'contract', 'internship')),
  body text not null default '',
  closes_on date,
  status text not null default 'draft' check (status in ('draft', 'open', 'closed')),
  revision int not null default 1,
  created_by bigint references person,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create table vacancy_application (
  id bigint generated always as identity primary key,
  code text not null generated always as (make_code('APL', id)) stored unique,
  vacancy_id bigint not null references vacancy,
  name text not null check (length(name) between 1 and 120),
  phone text not null,
  email text,
  letter text not null default '' check (length(letter) <= 4000),
  cv_file_id bigint not null references media_file,
  status text not null default 'new' check (status in ('new', 'shortlisted', 'rejected', 'hired')),
  created_at timestamptz not null default now()
);
create index vacancy_application_vacancy on vacancy_application (vacancy_id, id desc);

-- A list as somebody likes to see it: the address of the list, by name.
create table saved_view (
  id bigint generated always as identity primary key,
  person_id bigint not null references person on delete cascade,
  list text not null check (length(list) <= 80),
  name text not null check (length(name) between 1 and 60),
  query text not null check (length(query) <= 2000),
  created_at timestamptz not null default now(),
  unique (person_id, list, name)
);
