-- The steps of what being late costs, a row each, from both sources: a company's policies, and what a property is billed by (property.billing).
-- `step` is the number by which late_fee finds what a step charged: it stays while the terms or the place of the step change. A row's terms never
-- change. A row without a place was taken out or changed; it is kept, so that the same terms put in again are the same step.
create sequence late_fee_step as bigint start 2147483648;
alter table late_fee alter column tier type bigint;
create table late_fee_tier (
  id bigint generated always as identity primary key,
  policy_id bigint references late_fee_policy,
  property_id bigint unique references property,
  step bigint not null,
  place int,
  grace_days int not null check (grace_days >= 0),
  every text not null check (every in ('once', 'daily', 'weekly', 'monthly')),
  kind text not null check (kind in ('fixed', 'percent')),
  value bigint not null,
  cap_cents bigint,
  check ((policy_id is null) <> (property_id is null)),
  unique (policy_id, place)
);
create unique index late_fee_tier_terms on late_fee_tier (policy_id, step, grace_days, every, kind, value, cap_cents) nulls not distinct
  where policy_id is not null;

insert into late_fee_tier (policy_id, step, place, grace_days, every, kind, value, cap_cents)
select f.id, coalesce((s.tier ->> 'id')::bigint, s.n - 1), s.n - 1, (s.tier ->> 'grace_days')::int, s.tier ->> 'every', s.tier ->> 'kind',
  (s.tier ->> 'value')::bigint, (s.tier ->> 'cap_cents')::bigint
from late_fee_policy f cross join lateral jsonb_array_elements(f.tiers) with ordinality s (tier, n);
alter table late_fee_policy drop column tiers;

-- The property's own terms are one step, charged once. Its number is that of the company's first step, or of what it charged (server/invoice/fee-tiers.ts).
create function app.late_fee_terms() returns trigger language plpgsql as $$
begin
  delete from late_fee_tier where property_id = new.id;
  insert into late_fee_tier (property_id, step, place, grace_days, every, kind, value)
  select new.id, 0, 0, coalesce((new.billing ->> 'grace_days')::int, 3), 'once', new.billing ->> 'late_fee',
    coalesce((new.billing ->> case new.billing ->> 'late_fee' when 'fixed' then 'late_fee_cents' else 'late_fee_points' end)::bigint, 0)
  where coalesce(new.billing ->> 'late_fee', 'none') <> 'none';
  return null;
end $$;
create trigger late_fee_terms after insert or update of billing on property for each row execute function app.late_fee_terms();
insert into late_fee_tier (property_id, step, place, grace_days, every, kind, value)
select p.id, 0, 0, coalesce((p.billing ->> 'grace_days')::int, 3), 'once', p.billing ->> 'late_fee',
  coalesce((p.billing ->> case p.billing ->> 'late_fee' when 'fixed' then 'late_fee_cents' else 'late_fee_points' end)::bigint, 0)
from property p where coalesce(p.billing ->> 'late_fee', 'none') <> 'none';
