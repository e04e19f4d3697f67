-- The people who imported, recorded, matched or adjusted the money that a payout takes. None of them approves the payout or creates its bank file.
-- The list is written with the draft and again on approval, under the lock of the payee's account, so that lists read a column and no ledger.
alter table settlement_payment add column money_handlers bigint[] not null default '{}';

-- The entries of a payee's account that make up its balance. Payouts take the oldest money first and deductions reduce the newest, so these are the
-- entries from the end of the account back to where their sum, without the payouts, reaches the balance.
create function app.wallet_entries(p_account bigint, p_balance bigint) returns table (journal_id bigint, cents bigint)
language plpgsql stable as $$
declare
  e record;
  later bigint := 0;
  most bigint := 0;
begin
  for e in
    select u.journal_id, u.cents, j.kind from (
      select x.month, x.journal_id, x.line, x.cents from journal_entry x where x.cr = p_account
      union all
      select x.month, x.journal_id, x.line, -x.cents from journal_entry x where x.dr = p_account) u
    join journal j on j.id = u.journal_id
    order by u.month desc, u.journal_id desc, u.line desc
  loop
    exit when most >= p_balance;
    journal_id := e.journal_id;
    cents := e.cents;
    return next;
    if e.kind not in ('payout_approved', 'payout_failed', 'payout_found') then
      later := later + e.cents;
      most := greatest(most, later);
    end if;
  end loop;
end $$;

-- The people behind the money in a payee's account: who posted its entries; who recorded, matched or corrected the payments behind them (the system
-- log names every person who acted on a payment); who imported or approved the statement of a payment; who asked for or approved an adjustment of the
-- wallet; who reported that an earlier payout failed or was returned (not the second person, who confirmed it with evidence).
create function app.money_handlers(p_key text) returns bigint[] language sql stable as $$
  with entries as materialized (
    select distinct j.id, j.source, j.source_id, j.by_id
    from ledger_account a join ledger_total t on t.account_id = a.id cross join lateral app.wallet_entries(a.id, t.cr - t.dr) w
    join journal j on j.id = w.journal_id where a.key = p_key and w.cents > 0
  ), allocations as (
    select e.source_id as id from entries e where e.source = 'allocation'
    union select c.source_id from entries e join commission c on c.id = e.source_id and c.source = 'allocation' where e.source = 'commission'
    union select x.id from entries e join invoice i on i.tenancy_id = e.source_id join allocation x on x.invoice_id = i.id where e.source = 'tenancy'
  ), payments as materialized (
    select a.payment_id as id from allocations x join allocation a on a.id = x.id where a.payment_id is not null
    union select c.payment_id from allocations x join allocation a on a.id = x.id join payment_credit c on c.id = a.credit_id
    union select c.payment_id from entries e join commission c on c.id = e.source_id where e.source = 'commission' and c.payment_id is not null
    union select e.source_id from entries e where e.source = 'payment'
  ), statements as (
    select s.id, s.by_id, s.taken_by from payments p join statement_line l on l.payment_id = p.id join statement s on s.id = l.statement_id
  ), people (id) as (
    select by_id from entries where source <> 'settlement_transaction'
    union select unnest(array[a.asked_by, a.decided_by]) from entries e join wallet_adjustment a on a.id = e.source_id where e.source = 'wallet_adjustment'
    union select y.recorded_by from payments p join payment y on y.id = p.id
    union select unnest(array[l.actor_id, l.impersonated_by]) from payments p join payment y on y.id = p.id
      join audit_log l on l.document = 'payments' and l.record_id = y.id and l.record_code = y.code
    union select j.by_id from payments p join journal j on j.source = 'payment' and j.source_id = p.id
    union select j.by_id from payments p join allocation a on a.payment_id = p.id join journal j on j.source = 'allocation' and j.source_id = a.id
    union select unnest(array[s.by_id, s.taken_by]) from statements s
    union select unnest(array[r.asked_by, r.decided_by]) from statements s
      join approval_request r on r.kind = 'statementImport' and r.subject_id = s.id and r.status = 'approved'
    union select unnest(array[r.asked_by, r.decided_by]) from payments p
      join approval_request r on r.kind in ('paymentCorrection', 'receiptReversal') and r.subject_id = p.id and r.status = 'approved'
    union select t.back_said_by from entries e join settlement_transaction t on t.id = e.source_id where e.source = 'settlement_transaction'
    union select r.asked_by from entries e join approval_request r on r.kind = 'payoutFailure' and r.subject_id = e.source_id and r.status = 'approved'
      where e.source = 'settlement_transaction'
  )
  select coalesce(array_agg(distinct id order by id), '{}') from people where id is not null
$$;
create index approval_request_subject on approval_request (kind, subject_id) where status = 'approved';
