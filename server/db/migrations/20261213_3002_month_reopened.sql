-- Two people may reopen the last closed month. Its closing balances are deleted and computed again when it is closed the next time.

create or replace function ledger_guard() returns trigger language plpgsql as $$
begin
  if tg_op in ('INSERT', 'UPDATE') and (tg_op = 'INSERT' or tg_table_name = 'ledger_total') and current_setting('ledger.posting', true) = '1' then return null; end if;
  if tg_op = 'DELETE' and tg_table_name in ('ledger_period', 'ledger_period_total') and current_setting('ledger.reopening', true) = '1' then return null; end if;
  raise exception 'the books are written by ledger_post alone and never changed (% on %)', tg_op, tg_table_name using errcode = 'LG000';
end $$;

-- Postings in progress are completed first, as when a month is closed.
create function ledger_reopen(wanted date) returns void language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  perform pg_advisory_xact_lock(4711, to_char(wanted, 'YYYYMM')::int);
  if wanted is distinct from (select max(month) from ledger_period) then raise exception 'only the last closed month can be reopened' using errcode = 'LG003'; end if;
  perform set_config('ledger.reopening', '1', true);
  delete from ledger_period_total where month = wanted;
  delete from ledger_period where month = wanted;
  perform set_config('ledger.reopening', '', true);
end $$;
