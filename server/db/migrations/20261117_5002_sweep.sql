-- Bytes a sweep is taking away: marked in one transaction and removed after it. Who brings the same bytes meanwhile uses another key.
alter table media_doubt add column going boolean not null default false;
