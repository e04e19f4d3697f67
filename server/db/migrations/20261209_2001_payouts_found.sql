-- A transfer that was said to have failed and was found on the statement after all counts for itself: another attempt of its part may have arrived, too.
alter table settlement_transaction add column found_at timestamptz;
drop index settlement_transaction_live;
-- One live attempt a part: never two on their way, and none after one that arrived.
create unique index settlement_transaction_live on settlement_transaction (settlement_id, part)
  where status in ('queued', 'sent', 'unknown', 'confirmed') and found_at is null;
