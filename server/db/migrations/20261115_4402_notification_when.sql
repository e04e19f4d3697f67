-- When a person wants to be told: their quiet hours for SMS (none = both null) and whether mails that can wait come as one summary.
create table notification_setting (
  person_id bigint primary key references person on delete cascade,
  quiet_from smallint check (quiet_from between 0 and 23),
  quiet_to smallint check (quiet_to between 0 and 23),
  digest text not null default 'off' check (digest in ('off', 'daily', 'weekly')),
  check ((quiet_from is null) = (quiet_to is null))
);

-- A mail that waits for its summary is `bundled` from the start; its payload goes once the summary is written.
alter table notification_delivery drop constraint notification_delivery_state_check;
alter table notification_delivery add constraint notification_delivery_state_check
  check (state in ('queued', 'sent', 'delivered', 'failed', 'muted', 'throttled', 'bundled'));
create index notification_delivery_bundled on notification_delivery (due_at, person_id) where state = 'bundled' and payload is not null;
-- A carrier's report names the message as the carrier does.
create index notification_delivery_carrier on notification_delivery (carrier_id) where carrier_id is not null;
