-- What a home costs is contract/listing/bill.ts; here is the part of it that cards keep, for those listings a promotion is about. A test holds
-- the two together. The price on a card, and what is sorted and filtered by, is the list price; a promotion stands beside it.

-- What promotions that run now take off a listing, as `Running` of contract/promotion/price.ts.
create function running_discounts(of_listing bigint) returns jsonb language sql stable parallel safe as $$
  select coalesce(jsonb_agg(jsonb_build_object('discount_type', o.discount_type, 'value', o.value, 'stackable', o.stackable, 'applies_to', o.applies_to, 'months', o.months) order by o.id), '[]')
  from promotion_listing k join promotion o on o.id = k.promotion_id
  where k.listing_id = of_listing and o.status = 'running' and o.deleted_at is null and o.promo_code is null and o.discount_type <> 3
    and o.starts_at <= app.now() and o.ends_at > app.now() and (o.quota is null or o.used < o.quota) $$;

-- What is left of a line in the nth month (from 0): by the best promotion alone, or by all that stack.
create function discounted(cents bigint, discounts jsonb, line text, month int) returns bigint language sql immutable parallel safe as $$
  with d as (select (j ->> 'discount_type')::int as kind, (j ->> 'value')::bigint as value, (j ->> 'stackable')::boolean as stackable
    from jsonb_array_elements(discounts) j where j ->> 'applies_to' = line and (j ->> 'months')::int > month)
  select least(cents,
    (select min(greatest(0, case kind when 1 then (cents * (10000 - least(value, 10000)) + 5000) / 10000 when 2 then cents - value else cents end)) from d),
    (select greatest(0, (cents * (10000 - least(10000, coalesce(sum(value) filter (where kind = 1), 0))::bigint) + 5000) / 10000
      - least(cents, coalesce(sum(value) filter (where kind = 2), 0))::bigint) from d where stackable)) $$;

create function bill_first(l listing, discounts jsonb) returns bigint language sql immutable parallel safe as $$
  select case when l.listing_type = 2 or l.price_period = 3 then discounted(l.price_cents, discounts, 'rent', 0)
    else (select case when sum(left_of) = 0 and sum(m.cents) > 0 then 0 else greatest(0, l.price_cents - sum(m.cents - left_of)::bigint) end
      from (select monthly_price(l.price_cents, l.price_period) as cents) m
      cross join lateral (select discounted(m.cents, discounts, 'rent', n) as left_of
        from generate_series(0, case l.price_period when 2 then 0 when 4 then 2 when 5 then 5 else 11 end) n) e) end $$;
create function bill_move_in(l listing, discounts jsonb) returns bigint language sql immutable parallel safe as $$
  select bill_first(l, discounts) + case when l.listing_type = 2 then 0 else discounted(l.deposit_cents, discounts, 'deposit', 0) + l.service_charge_cents end
    + discounted(l.agent_fee_cents, discounts, 'agent_fee', 0) + case when l.other_charges = '[]' then 0 else charges_total(l.other_charges, false) end $$;
-- The price of how many first months; of the whole where it is paid once.
create function bill_promotion(l listing, discounts jsonb) returns jsonb language sql immutable parallel safe as $$
  select case when now < cents then jsonb_build_object('months', case when once then 0 else
      (select coalesce(min(n), 60) from generate_series(1, 59) n where discounted(cents, discounts, 'rent', n) <> now) end, 'cents', now) end
  from (select *, discounted(cents, discounts, 'rent', 0) as now from (
    select l.listing_type = 2 or l.price_period = 3 as once,
      case when l.listing_type = 2 then l.price_cents else coalesce(monthly_price(l.price_cents, l.price_period), l.price_cents) end as cents) a) b $$;

-- A unit type without a number of bedrooms is no home: nobody looks for a plot among bedsitters.
alter table listing_card alter column bedrooms drop not null, alter column furnished drop not null;

-- Every card as it should be now.
create or replace view card_now as
select l.id, l.property_id, l.unit_id, l.listing_type, w.county_id, w.sub_county_id, w.ward_id, w.estate_id, p.property_type_id, p.category_id, u.unit_type_id,
  case when f.home then f.bedrooms end as bedrooms, f.bathrooms, f.area_m2, x.price_cents, x.move_in_cents, x.price_cents / nullif(f.area_m2, 0) as price_m2, a.mask as amenity_mask,
  case when f.home then l.furnished end as furnished,
  coalesce(l.pets, false) as pets, x.available_from, (m.video::int + 2 * m.tour::int + 4 * m.plan::int)::smallint as has_mask, l.contact_id, x.featured,
  g.lat, g.lng, g.exact, card_cell(g.lat, g.lng) as cell, x.published_at,
  extract(epoch from date_trunc('second', x.published_at))::bigint + case when x.featured then 315360000 else 0 end + least(m.photos, 8) * 43200
    + case when m.video or m.tour then 86400 else 0 end + case when m.plan then 43200 else 0 end
    + case when p.rating_count > 0 then (coalesce(p.rating_avg, 3) * 43200)::bigint else 0 end as best,
  json_build_object('id', l.id, 'code', l.code, 'listing_type', l.listing_type, 'title', l.title, 'price_cents', l.price_cents, 'price_period', l.price_period,
    'promotion', case when x.discounts <> '[]' then bill_promotion(l, x.discounts) end, 'discounts', x.discounts, 'move_in_cents', x.move_in_cents, 'monthly_cents', monthly_total(l, l.price_cents),
    'property', json_build_object('id', p.id, 'slug', p.slug, 'name', p.name, 'type', taxon_json(pt)),
    'unit', case when u.id is not null then json_build_object('id', u.id, 'slug', u.slug, 'name', u.name, 'type', taxon_json(ut)) end,
    'place', json_build_object('id', w.id, 'name', w.name, 'county', coalesce(w.county, '')),
    'bedrooms', case when f.home then f.bedrooms end, 'bathrooms', f.bathrooms, 'area_m2', f.area_m2, 'furnished', case when f.home then l.furnished end, 'amenities', a.codes,
    'cover', m.cover, 'photos', m.photos, 'has', json_build_object('video', m.video, 'tour', m.tour, 'plan', m.plan), 'featured', x.featured,
    'verified_at', card_moment(p.verified_at),
    'rating', case when p.rating_count > 0 and p.rating_avg is not null then json_build_object('avg', round(p.rating_avg::numeric, 1), 'count', p.rating_count) end,
    'lat', g.lat, 'lng', g.lng, 'exact', g.exact, 'available_from', x.available_from, 'published_at', card_moment(x.published_at))::text as card,
  setweight(to_tsvector('english', l.title || ' ' || p.name), 'A')
    || setweight(to_tsvector('english', concat_ws(' ', w.name, w.ward, w.sub_county, w.county, p.landmark, p.address)), 'B')
    || setweight(to_tsvector('english', concat_ws(' ', pt.name, pc.name, ut.name, a.names)), 'C')
    || setweight(to_tsvector('english', left(l.description, 2000) || ' ' || left(l.description_sw, 2000) || ' ' || left(p.description, 1000)), 'D') as tsv
from public_listing v
join listing l on l.id = v.id
join property p on p.id = l.property_id
join taxon pt on pt.id = p.property_type_id
join taxon pc on pc.id = p.category_id
left join unit u on u.id = l.unit_id
left join taxon ut on ut.id = u.unit_type_id
join location_path w on w.id = p.location_id
-- Where the map draws a property for strangers.
cross join card_salt salt
cross join lateral (select p.show_pin and p.lat is not null and p.lng is not null as exact, coalesce(p.lat, w.lat) as lat, coalesce(p.lng, w.lng) as lng,
    100 + 150 * (hashint8extended(p.id, salt.salt) & 65535) / 65536.0 as metres, 2 * pi() * ((hashint8extended(p.id, salt.salt) >> 16) & 65535) / 65536.0 as turn) z
cross join lateral (select z.exact, case when z.exact then p.lat else round((z.lat + z.metres * cos(z.turn) / 111320)::numeric, 4)::float8 end as lat,
    case when z.exact then p.lng else round((z.lng + z.metres * sin(z.turn) / (111320 * cos(radians(z.lat))))::numeric, 4)::float8 end as lng) g
-- A property offered as a whole has what its units have.
cross join lateral (select coalesce(u.bedrooms, max(o.bedrooms), 0)::smallint as bedrooms, coalesce(u.bathrooms, max(o.bathrooms), 0)::smallint as bathrooms,
    case when u.id is null then sum(o.area_m2)::int else u.area_m2 end as area_m2,
    -- Bedrooms and furnishing are said of homes: where the unit type has a number of bedrooms, or any unit of the whole has.
    case when u.id is not null then ut.bedrooms is not null else coalesce(bool_or(ot.bedrooms is not null), pc.code not in ('commercial', 'land')) end as home
  from unit o join taxon ot on ot.id = o.unit_type_id where u.id is null and o.property_id = p.id and o.deleted_at is null) f
cross join lateral (select y.discounts, case when l.listing_type = 2 then l.price_cents else coalesce(monthly_price(l.price_cents, l.price_period), l.price_cents) end as price_cents,
    case when y.discounts = '[]' then move_in_total(l, l.price_cents) else bill_move_in(l, y.discounts) end as move_in_cents, coalesce(l.available_from, u.available_from) as available_from,
    date_trunc('milliseconds', coalesce(l.published_at, l.created_at)) as published_at,
    exists (select 1 from featured_booking b where b.listing_id = l.id and b.status = 'running') as featured
  from (select case when exists (select 1 from promotion_listing k where k.listing_id = l.id) then running_discounts(l.id) else '[]' end as discounts) y) x
cross join lateral (select coalesce(bit_or(1::bigint << t.bit), 0) as mask, coalesce(json_agg(t.code order by t.sort, t.id), '[]') as codes, string_agg(t.name, ' ' order by t.sort, t.id) as names
  from taxon t where t.id = any (p.amenities || coalesce(u.amenities, '{}')) and t.deleted_at is null) a
cross join lateral (select count(*) filter (where i.media_type = 0)::int as photos, coalesce(bool_or(i.media_type = 1), false) as video,
    coalesce(bool_or(i.media_type = 2), false) as tour, coalesce(bool_or(i.media_type = 3), false) as plan,
    (select case when c.file_id is null then json_build_object('src', c.url, 'webp', '', 'avif', '', 'width', c.width, 'height', c.height, 'colour', c.colour,
       'alt', coalesce(nullif(c.alt, ''), nullif(c.caption, ''), l.title)) else picture_json(c, l.title) end from media_item c where c.property_id = p.id and (c.unit_id is null or c.unit_id = u.id) and c.media_type = 0 and c.status = 'ready'
     order by c.unit_id is null, not c.is_cover, c.sort, c.id limit 1) as cover
  from media_item i where i.property_id = p.id and (i.unit_id is null or i.unit_id = u.id) and i.status = 'ready') m;

drop function card_price(listing);
drop function promoted_price(bigint);

create or replace function taxon_cards_follow() returns trigger language plpgsql as $$
declare ids bigint[];
begin
  perform pg_notify('vocabulary', '');
  if cards_off() or tg_op = 'INSERT' then return null; end if;
  ids := array(select n.id from new_rows n join old_rows o using (id)
    where (n.code, n.name, n.name_sw, n.bit, n.sort, n.bedrooms, n.deleted_at) is distinct from (o.code, o.name, o.name_sw, o.bit, o.sort, o.bedrooms, o.deleted_at));
  if cardinality(ids) = 0 then return null; end if;
  perform refresh_or_defer(array(
      select c.id from listing_card c where c.property_type_id = any (ids) or c.category_id = any (ids) or c.unit_type_id = any (ids)
      union select c.id from listing_card c join unit u on u.property_id = c.property_id where c.unit_id is null and u.unit_type_id = any (ids)
      union select c.id from listing_card c join property p on p.id = c.property_id where p.amenities && ids
      union select c.id from listing_card c join unit u on u.id = c.unit_id where u.amenities && ids)), pg_notify('pages', '');
  return null;
end $$;

update taxon set bedrooms = null where kind = 'unit_type' and bedrooms = 0 and code in ('shop', 'stall', 'office_space', 'godown_bay', 'plot_of_land');
select rebuild_cards();
