-- The people who uploaded, requested, approved or continued the import of statements.
create function app.statement_people(p_statements bigint[]) returns bigint[] language sql stable as $$
  select coalesce(array_agg(distinct who), '{}') from (
    select unnest(array[s.by_id, s.taken_by, s.asked_by, s.approved_by]) as who from statement s where s.id = any (p_statements)
    union select unnest(array[r.asked_by, r.decided_by]) from approval_request r
      where r.kind = 'statementImport' and r.subject_id = any (p_statements) and r.status = 'approved'
  ) x where who is not null
$$;

-- The people behind payments: who recorded, matched or corrected them (the system log names every person who acted on a payment, also while
-- impersonating); who posted their entries; who imported or approved a statement with them, or with the line that shows their cash in the bank; who
-- wrote the statement rule that gave them to a tenancy; who requested or approved a correction, reversal or exception decision about them.
-- p_refunds: also who acted on refunds of them. A refund is decided by people who have not handled the payment, but acting on the refund itself does
-- not count as handling.
-- A rule is read as JSON, because its author is stored only since the migration that adds the column.
create function app.payment_people(p_payments bigint[], p_refunds boolean) returns table (id bigint) language sql stable as $$
  with chosen as materialized (
    select y.id, y.code, y.recorded_by, y.external, y.account_id, y.banked_line_id from payment y where y.id = any (p_payments)
  ), lines as materialized (
    select l.id, l.statement_id, l.tenancy_id, l.details, l.payer, l.reference from chosen p join statement_line l on l.payment_id = p.id
    union select l.id, l.statement_id, null, '', '', '' from chosen p join statement_line l on l.id = p.banked_line_id
  ), doubts as (
    select d.id, d.decided_by from chosen p join payment_doubt d on d.payment_id = p.id
    union select d.id, d.decided_by from chosen p join payment_doubt d on d.account_id = p.account_id and d.external = p.external
  ), people (id) as (
    select recorded_by from chosen
    union select unnest(array[l.actor_id, l.impersonated_by]) from chosen p
      join audit_log l on l.document = 'payments' and l.record_id = p.id and l.record_code = p.code
      where p_refunds or not l.diff @> '[{"field": "refund"}]'
    union select j.by_id from chosen p join journal j on j.source = 'payment' and j.source_id = p.id where p_refunds or j.event_key not like 'refund:%'
    union select j.by_id from chosen p join allocation a on a.payment_id = p.id join journal j on j.source = 'allocation' and j.source_id = a.id
    union select unnest(app.statement_people(array(select distinct statement_id from lines)))
    union select (to_jsonb(r) ->> 'by_id')::bigint from lines l join statement_rule r on r.act = 'tenancy' and r.tenancy_id = l.tenancy_id
      where strpos(lower(concat_ws(' ', l.details, l.payer, l.reference)), lower(r.contains)) > 0
    union select d.decided_by from doubts d
    union select unnest(array[r.asked_by, r.decided_by]) from chosen p
      join approval_request r on r.kind in ('paymentCorrection', 'receiptReversal') and r.subject_id = p.id and r.status = 'approved'
    union select unnest(array[r.asked_by, r.decided_by]) from doubts d
      join approval_request r on r.kind = 'platformLoss' and r.subject_id = d.id and r.status = 'approved'
  )
  select distinct people.id from people where people.id is not null
$$;

-- The people who may not decide about a refund of a payment.
create function app.payment_handlers(p_payment bigint) returns bigint[] language sql stable as $$
  select coalesce(array_agg(p.id order by p.id), '{}') from app.payment_people(array[p_payment], false) p
$$;

-- As in 20261213_4001, with one difference: money that was offset against cash which did not exist is credited again. Such a credit is the money from
-- before the offset, so the two cancel each other and the entries before the offset are read.
create or replace function app.wallet_entries(p_account bigint, p_balance bigint) returns table (journal_id bigint, cents bigint)
language plpgsql stable as $$
declare
  e record;
  later bigint := 0;
  most bigint := 0;
  restored bigint := 0;
  used bigint;
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
    if e.kind = 'set_off' and e.cents > 0 then
      restored := restored + e.cents;
    elsif e.kind not in ('payout_approved', 'payout_failed', 'payout_found') then
      used := case when e.kind = 'set_off' then least(restored, -e.cents) else 0 end;
      restored := restored - used;
      later := later + e.cents + used;
      most := greatest(most, later);
    end if;
  end loop;
end $$;

-- The people behind the money in a payee's account: who posted its entries; the people behind its payments; who asked for or approved an adjustment of
-- the wallet; who reported that an earlier payout failed or was returned (not the second person, who confirmed it with evidence); and who imported the
-- statement whose line returned a payout.
create or replace function app.money_handlers(p_key text) returns bigint[] language sql stable as $$
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
  ), people (id) as (
    select by_id from entries where source <> 'settlement_transaction'
    union select unnest(array[a.asked_by, a.decided_by]) from entries e join wallet_adjustment a on a.id = e.source_id where e.source = 'wallet_adjustment'
    union select p.id from app.payment_people(array(select id from payments), true) p
    union select unnest(app.statement_people(array(
      select l.statement_id from entries e join statement_line l on l.journal_id = e.id and l.brought where e.source = 'settlement_transaction')))
    union select t.back_said_by from entries e join settlement_transaction t on t.id = e.source_id where e.source = 'settlement_transaction'
    union select r.asked_by from entries e join approval_request r on r.kind = 'payoutFailure' and r.subject_id = e.source_id and r.status = 'approved'
      where e.source = 'settlement_transaction'
  )
  select coalesce(array_agg(distinct id order by id), '{}') from people where id is not null
$$;
