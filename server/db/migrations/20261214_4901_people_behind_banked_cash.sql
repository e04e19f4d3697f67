-- As in 20261214_4601, with the people who recorded unallocated money as cash that a company had declared: the cash payments are released by it.
create or replace function app.payment_people(p_payments bigint[], p_refunds boolean) returns table (id bigint) language sql stable as $$
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
    union select unnest(array[r.asked_by, r.decided_by]) from chosen p join cash_deposit_payment c on c.payment_id = p.id
      join approval_request r on r.kind = 'bankedCash' and r.status = 'approved' and (r.params ->> 'deposit_id')::bigint = c.deposit_id
    union select unnest(array[r.asked_by, r.decided_by]) from doubts d
      join approval_request r on r.kind = 'platformLoss' and r.subject_id = d.id and r.status = 'approved'
  )
  select distinct people.id from people where people.id is not null
$$;
