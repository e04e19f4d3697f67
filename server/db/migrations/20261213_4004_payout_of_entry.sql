-- Which payout paid an entry of a payee's account. Payouts take the oldest money first; deductions reduce the newest. So an entry is paid when the
-- payouts together reach the lowest balance that the earnings had from this entry on. Cents below one shilling are never sent. Money of a failed or
-- returned transfer does not count. Rent that an agent collected in cash counts from its handover.
create function app.entry_payouts(p_account bigint) returns table (journal_id bigint, line smallint, settlement_id bigint) language sql stable as $$
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
    select e.journal_id, e.line, e.cents, min(e.total) over (order by e.at, e.journal_id, e.line rows between current row and unbounded following) as cents_needed from earned e
  ), sent as (
    select coalesce(t.settlement_id, e.source_id) as settlement_id, -sum(e.cents) as cents, min(e.journal_id) as first
    from entries e left join settlement_transaction t on e.source = 'settlement_transaction' and t.id = e.source_id
    where e.kind in ('payout_approved', 'payout_failed', 'payout_found') group by 1 having sum(e.cents) < 0
  ), reached as (
    select s.settlement_id, sum(s.cents) over (order by s.first) as cents from sent s
  )
  select n.journal_id, n.line, (select r.settlement_id from reached r where r.cents + 99 >= n.cents_needed order by r.cents limit 1) from needed n where n.cents > 0
$$;

-- A payout of which no transfer arrived has failed; part_failed is one of which a part arrived.
alter table settlement_payment drop constraint settlement_payment_status_check;
alter table settlement_payment add constraint settlement_payment_status_check
  check (status in ('draft', 'approved', 'sending', 'paid', 'part_failed', 'canceled', 'failed'));
update settlement_payment p set status = 'failed'
where status = 'part_failed' and not exists (select 1 from settlement_transaction t where t.settlement_id = p.id and t.status = 'confirmed');
