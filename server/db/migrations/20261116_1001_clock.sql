-- The one place of our SQL that knows what time it is, as contract/time/clock.ts is of TypeScript. The body is plain and inlined, so that
-- indexes serve it and nobody can move it; tests replace it in their own databases (test/cluster.ts).
create schema app;
create function app.now() returns timestamptz language sql stable parallel safe return now();
-- A day is Nairobi's, whatever the time zone of the session.
create function app.today() returns date language sql stable parallel safe return (app.now() at time zone 'Africa/Nairobi')::date;
-- The day of a moment in Nairobi.
create function app.day(moment timestamptz) returns date language sql immutable parallel safe return (moment at time zone 'Africa/Nairobi')::date;

-- Rows are dated by the same clock.
do $$
declare c record;
begin
  for c in select table_name, column_name from information_schema.columns where table_schema = 'public' and column_default = 'now()' loop
    execute format('alter table %I alter column %I set default app.now()', c.table_name, c.column_name);
  end loop;
end $$;
alter table listing_seen alter column day set default app.today();

create or replace function promoted_price(of_listing bigint) returns bigint language sql stable parallel safe as $$
  with p as (
    select pr.discount_type, pr.value, pr.stackable
    from promotion_listing pl join promotion pr on pr.id = pl.promotion_id
    where pl.listing_id = of_listing and pr.status = 'running' and pr.deleted_at is null and pr.applies_to = 'rent' and pr.promo_code is null
      and pr.starts_at <= app.now() and pr.ends_at > app.now() and (pr.quota is null or pr.used < pr.quota)
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

create or replace function review_rating(which text, whose bigint) returns table (average numeric, n int) language sql stable as $$
  select round((3.5 * 5 + coalesce(sum(r.score), 0)) / (5 + count(*)), 2), count(*)::int from review r
  where r.target = which and r.status = 'published' and r.created_at > app.now() - interval '24 months'
    and ((which = 'property' and r.property_id = whose) or (which = 'unit' and r.unit_id = whose) or (which = 'agent' and r.agent_id = whose)) $$;
