-- A payout run works in batches and continues at its cursor, the account of the ledger it read last.
alter table settlement_run
  add column cursor bigint not null default 0,
  add column of_count int not null default 0,
  add column done int not null default 0,
  add column made int not null default 0,
  add column net_cents bigint not null default 0,
  add column problem text,
  add column worked_at timestamptz not null default app.now(),
  add column finished_at timestamptz;
-- Runs until now were made in one transaction.
update settlement_run r set worked_at = r.created_at, finished_at = r.created_at, made = p.made, net_cents = p.net_cents
from (select x.id, count(y.id)::int as made, coalesce(sum(y.net_cents), 0)::bigint as net_cents
  from settlement_run x left join settlement_payment y on y.run_id = x.id group by x.id) p where p.id = r.id;
create index settlement_run_open on settlement_run (id) where finished_at is null;
