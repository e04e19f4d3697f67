-- What people are told, on which way it went out, and what they want to be told.

create table notification (
  id bigint generated always as identity primary key,
  person_id bigint not null references person on delete cascade,
  event text not null,
  event_group text not null,
  -- Names one telling to one person: told twice, there is one row.
  event_key text not null unique,
  heading text not null,
  subject_name text not null default '',
  message text not null,
  type text not null default 'info' check (type in ('info', 'success', 'warning')),
  page text,
  read boolean not null default false,
  created_at timestamptz not null default now()
);
create index notification_list on notification (person_id, id desc);
create index notification_unread on notification (person_id, id desc) where not read;

-- One row a channel of one telling. `payload` is what a carrier needs to send it; it goes once nothing is left to send.
create table notification_delivery (
  id bigint generated always as identity primary key,
  key text not null unique,
  person_id bigint references person on delete set null,
  event text not null,
  channel text not null check (channel in ('app', 'email', 'sms')),
  address text not null default '',
  state text not null check (state in ('queued', 'sent', 'delivered', 'failed', 'muted', 'throttled')),
  attempts int not null default 0,
  error text,
  payload jsonb,
  carrier_id text,
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index notification_delivery_waiting on notification_delivery (due_at, id) where state = 'queued';
create index notification_delivery_list on notification_delivery (created_at desc, id desc);

create table notification_preference (
  person_id bigint not null references person on delete cascade,
  event_group text not null,
  channel text not null check (channel in ('app', 'email', 'sms')),
  wanted boolean not null,
  primary key (person_id, event_group, channel)
);

create table notification_broadcast (
  id bigint generated always as identity primary key,
  heading text not null,
  message text not null,
  audience jsonb not null,
  people int not null,
  created_by bigint references person on delete set null,
  created_at timestamptz not null default now()
);

-- Where mails and SMS stay when no carrier is configured: shown by /dev/outbox.
create table local_outbox (
  id bigint generated always as identity primary key,
  key text not null unique,
  channel text not null check (channel in ('email', 'sms')),
  address text not null,
  subject text not null default '',
  body text not null,
  html text not null default '',
  created_at timestamptz not null default now()
);
