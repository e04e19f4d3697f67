-- Offers: who paused one, views on their way into the books, what an enquiry came to, and the price a promotion leaves.

-- Who paused it decides who may take it up again: the unit's return wakes what the unit stopped, and only the platform lifts its own.
alter table listing add column paused_by text check (paused_by in ('company', 'platform', 'unit', 'stale'));
create index listing_held on listing (property_id) where paused_by = 'platform';

-- Views wait here for a minute and are added up together: one view never locks the listing it is of.
create table listing_seen (
  id bigint generated always as identity primary key,
  listing_id bigint not null references listing,
  day date not null default (now() at time zone 'Africa/Nairobi')::date
);

alter table lead
  add column lost_reason text not null default '' check (length(lost_reason) <= 300),
  add column moved_at timestamptz not null default now(),
  add column revision int not null default 1;
create index lead_assigned on lead (assigned_to, id desc) where assigned_to is not null;

-- What a stranger pays for this listing while promotions run; null when none lowers it. contract/promotion/price.ts says the same, a test compares.
create function promoted_price(of_listing bigint) returns bigint language sql stable parallel safe as $$
  with p as (
    select pr.discount_type, pr.value, pr.stackable
    from promotion_listing pl join promotion pr on pr.id = pl.promotion_id
    where pl.listing_id = of_listing and pr.status = 'running' and pr.deleted_at is null and pr.applies_to = 'rent' and pr.promo_code is null
      and pr.starts_at <= now() and pr.ends_at > now() and (pr.quota is null or pr.used < pr.quota)
  )
  select case when best.cents < l.price_cents then best.cents end
  from listing l
  cross join lateral (
    select least(
      (select min(greatest(0, case discount_type
          when 1 then (l.price_cents * (10000 - least(value, 10000)) + 5000) / 10000
          when 2 then l.price_cents - value
          else l.price_cents end)) from p),
      (select greatest(0, (l.price_cents * (10000 - least(10000, coalesce(sum(value) filter (where discount_type = 1), 0))::bigint) + 5000) / 10000
          - least(l.price_cents, coalesce(sum(value) filter (where discount_type = 2), 0))::bigint) from p where stackable)
    ) as cents
  ) best
  where l.id = of_listing
$$;
