-- The entries of the log about the records of a company, whoever made them, for its auditor (decision 392). The code of a record is made of its kind
-- and its id, so that document, id and code together name one record of one table. Only records are read whose company at the time of the entry is
-- known: a company never changes (invoices, payouts, wallets, corrections of wallets, mandates), or the entries before the last change are left out
-- (a property that was sold, with its units and tenancies). A payment that was ever allocated to another company is left out.
create function app.company_log(p_company bigint) returns table (id bigint) language sql stable as $$
  with homes as materialized (
    select p.id, p.code, coalesce((select max(h.id) from audit_log h
      where h.document = 'property' and h.record_id = p.id and h.record_code = p.code and h.diff @> '[{"field": "holder"}]'), 0) as since
    from property p where p.company_id = p_company
  )
  select l.id from homes p join audit_log l on l.document = 'property' and l.record_id = p.id and l.record_code = p.code where l.id > p.since
  union all
  select l.id from homes p join unit u on u.property_id = p.id
    join audit_log l on l.document = 'units' and l.record_id = u.id and l.record_code = u.code where l.id > p.since
  union all
  select l.id from tenancy t
    left join homes p on p.id = t.property_id
    cross join lateral (select coalesce(max(h.id), 0) as since from audit_log h
      where h.document = 'tenancies' and h.record_id = t.id and h.record_code = t.code and h.diff @> '[{"field": "company_id"}]') moved
    join audit_log l on l.document = 'tenancies' and l.record_id = t.id and l.record_code = t.code
    where t.company_id = p_company and l.id > greatest(moved.since, coalesce(p.since, 0))
  union all
  select l.id from invoice i join audit_log l on l.document = 'invoices' and l.record_id = i.id and l.record_code = i.code
    where i.company_id = p_company
  union all
  select l.id from payment p join audit_log l on l.document = 'payments' and l.record_id = p.id and l.record_code = p.code
    where p.company_id = p_company
      and not exists (select 1 from allocation a join invoice i on i.id = a.invoice_id where a.payment_id = p.id and i.company_id <> p_company)
      and not exists (select 1 from payment_credit c where c.payment_id = p.id and c.company_id <> p_company)
  union all
  select l.id from settlement_payment s join audit_log l on l.document = 'settlement_transactions' and l.record_id = s.id and l.record_code = s.code
    where s.company_id = p_company
  union all
  select l.id from wallet w join audit_log l on l.document = 'wallet' and l.record_id = w.id and l.record_code = w.code where w.company_id = p_company
  union all
  select l.id from wallet_adjustment w join audit_log l on l.document = 'wallet' and l.record_id = w.id and l.record_code = w.code
    where w.company_id = p_company
  union all
  select l.id from mandate g join audit_log l on l.document = 'agents' and l.record_id = g.id and l.record_code = g.code
    where g.owner_company_id = p_company
$$;
