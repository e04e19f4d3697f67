-- Visits, words and bids before anybody applies; inspections after.

-- How a host (whoever shows homes) can be visited. Hours are minutes of a Nairobi day: {"1": [[540, 1020]], …}, Monday is 1.
create table tour_host (
  person_id bigint primary key references person,
  company_id bigint not null references company,
  hours jsonb not null default '{}',
  minutes smallint not null default 30 check (minutes between 10 and 240),
  buffer_minutes smallint not null default 30 check (buffer_minutes between 0 and 240),
  most_a_day smallint not null default 8 check (most_a_day between 1 and 48),
  instant boolean not null default false,
  -- The private calendar's key; null after it was taken back.
  feed_hash text unique,
  revision int not null default 1,
  updated_at timestamptz not null default app.now()
);
create index tour_host_company on tour_host (company_id);
-- A day that is not like its weekday; no ranges: closed.
create table tour_day (
  id bigint generated always as identity primary key,
  host_id bigint not null references person,
  company_id bigint not null references company,
  day date not null,
  ranges jsonb not null default '[]',
  note text not null default '' check (length(note) <= 200),
  unique (host_id, day)
);
create table viewing (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  agent_company_id bigint references company,
  property_id bigint not null references property,
  unit_id bigint references unit,
  listing_id bigint not null references listing,
  host_id bigint not null references person,
  during tstzrange not null check (not isempty(during)),
  mode text not null default 'in_person' check (mode in ('in_person', 'video')),
  is_group boolean not null default false,
  capacity smallint not null default 1 check (capacity between 1 and 100),
  taken smallint not null default 0,
  meeting text not null default '' check (length(meeting) <= 500),
  closed_at timestamptz,
  created_at timestamptz not null default app.now(),
  check (taken between 0 and capacity),
  constraint viewing_alone exclude using gist (host_id with =, during with &&) where (closed_at is null)
);
create index viewing_host on viewing using gist (host_id, during);
create index viewing_listing on viewing (listing_id);
create index viewing_company on viewing (company_id, lower(during));

create table tour (
  id bigint generated always as identity primary key,
  code text not null generated always as (make_code('TUR', id)) stored unique,
  company_id bigint not null references company,
  agent_company_id bigint references company,
  property_id bigint not null references property,
  unit_id bigint references unit,
  listing_id bigint not null references listing,
  viewing_id bigint not null references viewing,
  host_id bigint not null references person,
  lead_id bigint references lead,
  person_id bigint references person,
  name text not null check (length(name) between 1 and 120),
  phone text not null check (phone ~ '^\+\d{7,15}$'),
  email text,
  status text not null default 'requested'
    check (status in ('requested', 'confirmed', 'attended', 'no_show_visitor', 'no_show_host', 'declined', 'lapsed', 'canceled')),
  kind text not null default 'confirm' check (kind in ('instant', 'confirm')),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  people smallint not null default 1 check (people between 1 and 20),
  notes text not null default '' check (length(notes) <= 1000),
  -- Of whoever lives there now.
  consent text not null default 'none' check (consent in ('none', 'asked', 'given', 'refused')),
  lapse_at timestamptz,
  remind_at timestamptz,
  settle_at timestamptz,
  moved_times smallint not null default 0,
  -- Told to the visitor, typed by the host at the door.
  check_in_code text,
  checked_in_at timestamptz,
  check_in_m int,
  contested_at timestamptz,
  feedback jsonb,
  reason text not null default '',
  -- A guest's way back to the page.
  token_hash text unique,
  language text not null default 'en',
  revision int not null default 1,
  created_at timestamptz not null default app.now(),
  updated_at timestamptz not null default app.now(),
  check ((lapse_at is not null) = (status = 'requested'))
);
create unique index tour_once on tour (viewing_id, phone) where status in ('requested', 'confirmed');
create index tour_company on tour (company_id, starts_at);
create index tour_agent on tour (agent_company_id, starts_at) where agent_company_id is not null;
create index tour_host_when on tour (host_id, starts_at);
create index tour_person on tour (person_id, starts_at) where person_id is not null;
create index tour_phone on tour (phone);
create index tour_lapse on tour (lapse_at) where lapse_at is not null;
create index tour_remind on tour (remind_at) where remind_at is not null;
create index tour_settle on tour (settle_at) where settle_at is not null;

-- A conversation about one lead; tours, bids, bookings and tenancies speak in it too.
create table thread (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  agent_company_id bigint references company,
  property_id bigint references property,
  lead_id bigint not null unique references lead,
  -- May be rung up before a tour is confirmed.
  may_call boolean not null default false,
  last_seq int not null default 0,
  last_at timestamptz,
  closed_at timestamptz,
  created_at timestamptz not null default app.now()
);
create index thread_company on thread (company_id, last_at desc);
create table thread_member (
  id bigint generated always as identity primary key,
  thread_id bigint not null references thread on delete cascade,
  person_id bigint references person,
  guest boolean not null default false,
  token_hash text unique,
  read_upto int not null default 0,
  muted boolean not null default false,
  unique nulls not distinct (thread_id, person_id, guest)
);
create index thread_member_person on thread_member (person_id);
create table thread_message (
  id bigint generated always as identity primary key,
  thread_id bigint not null references thread on delete cascade,
  seq int not null,
  -- The browser's own key: sent twice, said once.
  client_key uuid not null,
  member_id bigint references thread_member,
  -- What a machine did: 'tour.confirmed' and what it is about. Words are made where it is read.
  event text,
  about jsonb not null default '{}',
  body text not null default '' check (length(body) <= 4000),
  files bigint[] not null default '{}',
  at timestamptz not null default app.now(),
  unique (thread_id, seq),
  unique (thread_id, client_key),
  check (body <> '' or files <> '{}' or event is not null)
);

create table bid (
  id bigint generated always as identity primary key,
  code text not null generated always as (make_code('BID', id)) stored unique,
  company_id bigint not null references company,
  agent_company_id bigint references company,
  property_id bigint not null references property,
  unit_id bigint references unit,
  listing_id bigint not null references listing,
  lead_id bigint references lead,
  person_id bigint not null references person,
  status text not null default 'open' check (status in ('open', 'countered', 'accepted', 'declined', 'withdrawn', 'expired')),
  booking_id bigint references booking,
  turns smallint not null default 0,
  expires_at timestamptz,
  reason text not null default '',
  revision int not null default 1,
  created_at timestamptz not null default app.now(),
  updated_at timestamptz not null default app.now(),
  check ((expires_at is not null) = (status in ('open', 'countered')))
);
create unique index bid_open on bid (listing_id, person_id) where status in ('open', 'countered');
create index bid_company on bid (company_id, status, id desc);
create index bid_agent on bid (agent_company_id, status, id desc) where agent_company_id is not null;
create index bid_person on bid (person_id, id desc);
create index bid_expires on bid (expires_at) where expires_at is not null;
create table bid_turn (
  bid_id bigint not null references bid on delete cascade,
  n smallint not null,
  by_bidder boolean not null,
  cents bigint not null check (cents between 1 and 10000000000000),
  -- {deposit_cents, term_months, starts_on, conditions, financing}
  terms jsonb not null default '{}',
  made_by bigint references person,
  at timestamptz not null default app.now(),
  primary key (bid_id, n)
);
alter table booking add foreign key (bid_id) references bid;

-- A sale on its way: no booking, but milestones and papers.
create table sale_file (
  id bigint generated always as identity primary key,
  code text not null generated always as (make_code('SAL', id)) stored unique,
  company_id bigint not null references company,
  agent_company_id bigint references company,
  property_id bigint not null references property,
  listing_id bigint not null references listing,
  bid_id bigint not null unique references bid,
  buyer_id bigint not null references person,
  price_cents bigint not null check (price_cents between 1 and 10000000000000),
  status text not null default 'open' check (status in ('open', 'completed', 'fallen_through')),
  reason text not null default '',
  revision int not null default 1,
  created_at timestamptz not null default app.now(),
  updated_at timestamptz not null default app.now()
);
create index sale_file_company on sale_file (company_id, id desc);
create table sale_step (
  sale_id bigint not null references sale_file on delete cascade,
  step text not null check (step in ('reservation', 'deposit', 'search', 'agreement', 'consents', 'valuation', 'duty', 'balance', 'transfer', 'handover')),
  n smallint not null,
  due_on date,
  done_at timestamptz,
  done_by bigint references person,
  note text not null default '',
  file_id bigint references media_file,
  primary key (sale_id, step)
);

create table inspection_template (
  id bigint generated always as identity primary key,
  company_id bigint references company,
  name text not null check (length(name) between 1 and 120),
  kinds text[] not null,
  -- [{room, items: [{key, name, life_months}]}]
  areas jsonb not null,
  retired_at timestamptz,
  revision int not null default 1,
  created_by bigint references person,
  created_at timestamptz not null default app.now()
);
create table inspection (
  id bigint generated always as identity primary key,
  code text not null generated always as (make_code('INS', id)) stored unique,
  company_id bigint not null references company,
  agent_company_id bigint references company,
  property_id bigint not null references property,
  unit_id bigint references unit,
  tenancy_id bigint references tenancy,
  kind text not null check (kind in ('verification', 'move_in', 'move_out', 'routine', 'complaint', 'pre_listing')),
  template_id bigint references inspection_template,
  -- The form as it was when it was made: rooms and items.
  areas jsonb not null,
  inspector_id bigint references person,
  scheduled_at timestamptz not null,
  status text not null default 'scheduled' check (status in ('scheduled', 'in_progress', 'submitted', 'agreed', 'disputed', 'canceled')),
  -- The device that holds the pen.
  device text,
  device_at timestamptz,
  baseline_id bigint references inspection,
  -- On the card that must be seen on the photos of a verification.
  card text,
  place jsonb,
  keys_count smallint check (keys_count between 0 and 100),
  readings jsonb not null default '[]',
  signatures jsonb not null default '[]',
  submitted_at timestamptz,
  answer_by timestamptz,
  pdf_file text,
  reason text not null default '',
  revision int not null default 1,
  created_by bigint references person,
  created_at timestamptz not null default app.now(),
  updated_at timestamptz not null default app.now(),
  check ((answer_by is not null) = (status = 'submitted' and kind in ('move_in', 'move_out')) or answer_by is null)
);
create index inspection_company on inspection (company_id, status, scheduled_at desc);
create index inspection_inspector on inspection (inspector_id, scheduled_at);
create index inspection_property on inspection (property_id, id desc);
create index inspection_tenancy on inspection (tenancy_id) where tenancy_id is not null;
create index inspection_answer_by on inspection (answer_by) where answer_by is not null;
create table inspection_answer (
  inspection_id bigint not null references inspection on delete cascade,
  item text not null,
  condition text check (condition in ('excellent', 'good', 'fair', 'poor', 'missing')),
  passed boolean,
  note text not null default '' check (length(note) <= 2000),
  cost_cents bigint check (cost_cents between 0 and 100000000000),
  charge_to text not null default 'none' check (charge_to in ('owner', 'tenant', 'none')),
  -- What the other side says: agreed, disputed and why.
  answer text check (answer in ('agreed', 'disputed')),
  answer_note text not null default '',
  also_said jsonb not null default '[]',
  updated_at timestamptz not null default app.now(),
  primary key (inspection_id, item)
);
create table inspection_photo (
  id uuid primary key,
  inspection_id bigint not null references inspection on delete cascade,
  item text not null,
  file_id bigint references media_file,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  taken_at timestamptz,
  place jsonb,
  way text not null default 'camera' check (way in ('camera', 'gallery')),
  late boolean not null default false,
  created_at timestamptz not null default app.now()
);
create index inspection_photo_of on inspection_photo (inspection_id);
-- What a device sent, each once, in the order it was done there.
create table inspection_op (
  id uuid primary key,
  inspection_id bigint not null references inspection on delete cascade,
  device text not null,
  seq int not null,
  op jsonb not null,
  outcome text not null check (outcome in ('done', 'also_said', 'addendum')),
  by_id bigint references person,
  at timestamptz not null default app.now()
);
create index inspection_op_of on inspection_op (inspection_id, device, seq);

-- Whoever looked into an application, for its owner to see; and until when a company may.
create table application_grant (
  id bigint generated always as identity primary key,
  application_id bigint not null references application on delete cascade,
  booking_id bigint not null references booking,
  company_id bigint not null references company,
  until timestamptz not null,
  ended_at timestamptz,
  unique (application_id, booking_id, company_id)
);
create table application_look (
  id bigint generated always as identity primary key,
  application_id bigint not null references application on delete cascade,
  booking_id bigint not null references booking,
  company_id bigint not null references company,
  person_id bigint not null references person,
  what text not null,
  at timestamptz not null default app.now()
);
create index application_look_of on application_look (application_id, id desc);
create table screening_check (
  booking_id bigint not null references booking on delete cascade,
  what text not null check (what in ('identity', 'income', 'landlord', 'employer', 'guarantor', 'platform')),
  outcome text not null default 'open' check (outcome in ('open', 'pass', 'fail', 'waived')),
  note text not null default '' check (length(note) <= 1000),
  file_id bigint references media_file,
  by_id bigint references person,
  at timestamptz,
  primary key (booking_id, what)
);
