-- A message to many: in both languages, by chosen channels, now or at an hour; carried out step by step by the worker, which keeps in the
-- row how far it came, so that a crash goes on where it stopped and nobody is told twice.
alter table notification_broadcast
  add heading_sw text not null default '',
  add message_sw text not null default '',
  add page text,
  add channels text[] not null default '{app}' check (channels <@ '{app,email,sms}' and cardinality(channels) > 0),
  add status text not null default 'scheduled' check (status in ('scheduled', 'sending', 'sent', 'canceled')),
  add starts_at timestamptz not null default app.now(),
  add finished_at timestamptz,
  -- The last person who was told, and how many were.
  add told_to bigint not null default 0,
  add told int not null default 0,
  add email int not null default 0,
  add sms int not null default 0;
-- Those of before were carried out with the request that asked for them.
update notification_broadcast set status = 'sent', starts_at = created_at, finished_at = created_at, told = people;
create index notification_broadcast_sender on notification_broadcast (created_by, id desc);

-- Which message to many a delivery belongs to: how it was received is counted by it.
alter table notification_delivery add broadcast_id bigint references notification_broadcast on delete set null;
create index notification_delivery_broadcast on notification_delivery (broadcast_id) where broadcast_id is not null;
