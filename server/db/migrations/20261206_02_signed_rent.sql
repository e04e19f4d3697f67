-- What both sides signed for these days, where another rent is paid instead: it may come back to that, and no higher. Null: what is paid is what was agreed.
alter table tenancy_term add column signed_cents bigint check (signed_cents >= 0);
with lower as (select t.id, (select b.rent_cents from tenancy_term b where b.tenancy_id = t.tenancy_id and b.during << t.during
      and b.why not in ('rent_change', 'transfer') order by b.during desc limit 1) as signed
    from tenancy_term t join tenancy y on y.id = t.tenancy_id
    where t.why in ('rent_change', 'transfer') and y.term_type = 'fixed' and y.escalation ->> 'kind' = 'none')
  update tenancy_term t set signed_cents = lower.signed from lower where lower.id = t.id and lower.signed > t.rent_cents;
-- Leaving sooner than the notice is what both agree to, and no notice.
update tenancy set leaving_ask = jsonb_set(leaving_ask, '{kind}', '"mutual"') where leaving_ask ->> 'kind' = 'notice';
