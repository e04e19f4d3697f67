-- How often in vain M-Pesa was told where a paybill's payments are announced, when it is tried next, and since when it is not tried any more.
alter table collection_account
  add column announce_tries integer not null default 0,
  add column announce_at timestamptz not null default app.now(),
  add column refused_at timestamptz;
