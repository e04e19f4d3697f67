-- A card in a fraction of a millisecond: what PostgreSQL cannot fold into the query (a function with a FROM, or one that calls itself
-- more constant than what it calls) is called only where it is needed.

create or replace function card_moment(at timestamptz) returns text language sql stable as $$ select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;
create or replace function move_in_total(l listing, price bigint) returns bigint language sql immutable as $$
  select price + case when l.listing_type = 2 then 0 else l.deposit_cents + l.service_charge_cents end + l.agent_fee_cents
    + case when l.other_charges = '[]' then 0 else charges_total(l.other_charges, false) end $$;
create or replace function monthly_total(l listing, price bigint) returns bigint language sql immutable as $$
  select case when l.listing_type = 2 then 0 else coalesce(monthly_price(price, l.price_period), 0) end + l.service_charge_cents
    + case when l.other_charges = '[]' then 0 else charges_total(l.other_charges, true) end $$;

-- The price a promotion leaves (migration 2501), where that is known.
do $$ begin
  if to_regprocedure('promoted_price(bigint)') is not null then
    execute 'create or replace function card_price(l listing) returns bigint language sql stable as ''select coalesce(promoted_price(l.id), l.price_cents)''';
  end if;
end $$;

-- Every card as it should be now.
create or replace view card_now as
select l.id, l.property_id, l.unit_id, l.listing_type, w.county_id, w.sub_county_id, w.ward_id, w.estate_id, p.property_type_id, p.category_id, u.unit_type_id,
  f.bedrooms, f.bathrooms, f.area_m2, x.price_cents, x.move_in_cents, x.price_cents / nullif(f.area_m2, 0) as price_m2, a.mask as amenity_mask, l.furnished,
  coalesce(l.pets, false) as pets, x.available_from, (m.video::int + 2 * m.tour::int + 4 * m.plan::int)::smallint as has_mask, l.contact_id, x.featured,
  g.lat, g.lng, g.exact, card_cell(g.lat, g.lng) as cell, x.published_at,
  extract(epoch from date_trunc('second', x.published_at))::bigint + case when x.featured then 315360000 else 0 end + least(m.photos, 8) * 43200
    + case when m.video or m.tour then 86400 else 0 end + case when m.plan then 43200 else 0 end
    + case when p.rating_count > 0 then (coalesce(p.rating_avg, 3) * 43200)::bigint else 0 end as best,
  json_build_object('id', l.id, 'code', l.code, 'listing_type', l.listing_type, 'title', l.title, 'price_cents', x.asked, 'price_period', l.price_period,
    'was_cents', case when x.asked < l.price_cents then l.price_cents end, 'move_in_cents', x.move_in_cents, 'monthly_cents', monthly_total(l, x.asked),
    'property', json_build_object('id', p.id, 'slug', p.slug, 'name', p.name, 'type', taxon_json(pt)),
    'unit', case when u.id is not null then json_build_object('id', u.id, 'slug', u.slug, 'name', u.name, 'type', taxon_json(ut)) end,
    'place', json_build_object('id', w.id, 'name', w.name, 'county', coalesce(w.county, '')),
    'bedrooms', f.bedrooms, 'bathrooms', f.bathrooms, 'area_m2', f.area_m2, 'furnished', l.furnished, 'amenities', a.codes,
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
cross join card_salt salt
cross join lateral (select p.show_pin and p.lat is not null and p.lng is not null as exact, coalesce(p.lat, w.lat) as lat, coalesce(p.lng, w.lng) as lng,
    100 + 150 * (hashint8extended(p.id, salt.salt) & 65535) / 65536.0 as metres, 2 * pi() * ((hashint8extended(p.id, salt.salt) >> 16) & 65535) / 65536.0 as turn) z
cross join lateral (select z.exact, case when z.exact then p.lat else round((z.lat + z.metres * cos(z.turn) / 111320)::numeric, 4)::float8 end as lat,
    case when z.exact then p.lng else round((z.lng + z.metres * sin(z.turn) / (111320 * cos(radians(z.lat))))::numeric, 4)::float8 end as lng) g
-- A property offered as a whole has what its units have.
cross join lateral (select coalesce(u.bedrooms, max(o.bedrooms), 0)::smallint as bedrooms, coalesce(u.bathrooms, max(o.bathrooms), 0)::smallint as bathrooms,
    case when u.id is null then sum(o.area_m2)::int else u.area_m2 end as area_m2
  from unit o where u.id is null and o.property_id = p.id and o.deleted_at is null) f
cross join lateral (select y.asked, case when l.listing_type = 2 then y.asked else coalesce(monthly_price(y.asked, l.price_period), y.asked) end as price_cents,
    move_in_total(l, y.asked) as move_in_cents, coalesce(l.available_from, u.available_from) as available_from,
    date_trunc('milliseconds', coalesce(l.published_at, l.created_at)) as published_at,
    exists (select 1 from featured_booking b where b.listing_id = l.id and b.status = 'running') as featured
  from (select case when exists (select 1 from promotion_listing k where k.listing_id = l.id) then card_price(l) else l.price_cents end as asked) y) x
cross join lateral (select coalesce(bit_or(1::bigint << t.bit), 0) as mask, coalesce(json_agg(t.code order by t.sort, t.id), '[]') as codes, string_agg(t.name, ' ' order by t.sort, t.id) as names
  from taxon t where t.id = any (p.amenities || coalesce(u.amenities, '{}')) and t.deleted_at is null) a
cross join lateral (select count(*) filter (where i.media_type = 0)::int as photos, coalesce(bool_or(i.media_type = 1), false) as video,
    coalesce(bool_or(i.media_type = 2), false) as tour, coalesce(bool_or(i.media_type = 3), false) as plan,
    (select case when c.file_id is null then json_build_object('src', c.url, 'webp', '', 'avif', '', 'width', c.width, 'height', c.height, 'colour', c.colour,
       'alt', coalesce(nullif(c.alt, ''), nullif(c.caption, ''), l.title)) else picture_json(c, l.title) end from media_item c where c.property_id = p.id and (c.unit_id is null or c.unit_id = u.id) and c.media_type = 0 and c.status = 'ready'
     order by c.unit_id is null, not c.is_cover, c.sort, c.id limit 1) as cover
  from media_item i where i.property_id = p.id and (i.unit_id is null or i.unit_id = u.id) and i.status = 'ready') m;

-- What was offered once is gone rather than unknown, whatever became of it.
create index listing_once on listing (property_id, published_at desc) where published_at is not null;

drop function shown_point(property, float8, float8);
select rebuild_cards();
