-- The smallest later balance is found from the end, in one pass, and the payouts are summed once. A frame that begins at the current row is read again
-- for every entry, and the payouts were summed for every entry: together 23 s for an owner with 4,000 entries.
create or replace function app.entry_payouts(p_account bigint) returns table (journal_id bigint, line smallint, settlement_id bigint) language sql stable as $$
  with entries as materialized (
    select u.journal_id, u.line, u.cents, j.kind, j.source, j.source_id,
      greatest(j.at, (select max(h.released_at) from wallet_hold h where j.source = 'allocation' and h.source = 'allocation' and h.source_id = j.source_id and h.kind = 'cash')) as at,
      exists (select 1 from wallet_hold h where j.source = 'allocation' and h.source = 'allocation' and h.source_id = j.source_id and h.kind = 'cash' and h.released_at is null) as with_agent
    from (select x.journal_id, x.line, x.cents from journal_entry x where x.cr = p_account
      union all select x.journal_id, x.line, -x.cents from journal_entry x where x.dr = p_account) u
    join journal j on j.id = u.journal_id
  ), earned as (
    select e.*, sum(e.cents) over (order by e.at, e.journal_id, e.line) as total from entries e
    where e.kind not in ('payout_approved', 'payout_failed', 'payout_found') and not e.with_agent
  ), needed as (
    select e.journal_id, e.line, e.cents, min(e.total) over (order by e.at desc, e.journal_id desc, e.line desc rows between unbounded preceding and current row) as cents_needed from earned e
  ), sent as (
    select coalesce(t.settlement_id, e.source_id) as settlement_id, -sum(e.cents) as cents, min(e.journal_id) as first
    from entries e left join settlement_transaction t on e.source = 'settlement_transaction' and t.id = e.source_id
    where e.kind in ('payout_approved', 'payout_failed', 'payout_found') group by 1 having sum(e.cents) < 0
  ), reached as materialized (
    select s.settlement_id, sum(s.cents) over (order by s.first) as cents from sent s
  )
  select n.journal_id, n.line, (select r.settlement_id from reached r where r.cents + 99 >= n.cents_needed order by r.cents limit 1) from needed n where n.cents > 0
$$;
