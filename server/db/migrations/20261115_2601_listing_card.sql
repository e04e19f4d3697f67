-- The read model of the search: one row for each row of public_listing, kept by triggers in the transaction that changes what it
-- shows (2602). `listing_card` is narrow, for finding; `listing_text` is wide, for showing and for words.

create table listing_card (
  id bigint primary key,
  property_id bigint not null,
  unit_id bigint,
  listing_type smallint not null,
  county_id bigint,
  sub_county_id bigint,
  ward_id bigint,
  estate_id bigint,
  property_type_id bigint not null,
  category_id bigint not null,
  unit_type_id bigint,
  bedrooms smallint not null,
  bathrooms smallint not null,
  area_m2 int,
  -- What prices are compared by: one month of rent or lease, the whole of a sale.
  price_cents bigint not null,
  move_in_cents bigint not null,
  price_m2 bigint,
  amenity_mask bigint not null,
  furnished text not null,
  pets boolean not null,
  available_from date,
  -- 1 a film, 2 a tour, 4 a floor plan.
  has_mask smallint not null,
  contact_id bigint,
  featured boolean not null,
  lat double precision not null,
  lng double precision not null,
  exact boolean not null,
  cell int not null,
  published_at timestamptz not null,
  -- Seconds: when it was published, moved forward for what makes an offer worth seeing first.
  best bigint not null
);
create table listing_text (id bigint primary key, card text not null, tsv tsvector not null);
-- Offers by cells of 0.02 degrees, for maps that show a town or a country.
create table map_cell (
  listing_type smallint not null,
  cell int not null,
  n int not null,
  min_cents bigint not null,
  lat double precision not null,
  lng double precision not null,
  primary key (listing_type, cell)
);
-- Cards that show a name which changed under very many of them: they follow within a minute (server/search/jobs.ts).
create table card_stale (id bigint primary key);

-- A pin that is not to be shown is moved by a distance and a direction nobody can work out from what is public.
create table card_salt (salt bigint not null);
insert into card_salt values ((random() * 9e18)::bigint);

create function card_moment(at timestamptz) returns text language sql stable parallel safe as $$ select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;
create function card_cell(lat float8, lng float8) returns int language sql immutable parallel safe as $$ select floor((lat + 10) / 0.02)::int * 2000 + floor((lng - 30) / 0.02)::int $$;
create function card_slug(name text) returns text language sql immutable as $$ select coalesce(nullif(trim(both '-' from regexp_replace(lower(name), '[^a-z0-9]+', '-', 'g')), ''), 'x') $$;

-- What is asked now: the price after a running promotion. The one place where promotions meet the search.
create function card_price(l listing) returns bigint language sql stable parallel safe as $$ select coalesce(promoted_price(l.id), l.price_cents) $$;

-- What PostgreSQL cannot fold into a query (a function with a FROM, or one that calls itself more constant than what it calls) is called
-- only where it is needed: a card takes a fraction of a millisecond.
-- These are contract/listing/cost.ts in SQL; a test holds them together.
create function monthly_price(price bigint, period smallint) returns bigint language sql immutable parallel safe as $$
  select case period when 2 then price when 4 then (2 * price + 3) / 6 when 5 then (2 * price + 6) / 12 when 6 then (2 * price + 12) / 24 end $$;
create function charges_total(charges jsonb, monthly_only boolean) returns bigint language sql immutable parallel safe as $$
  select coalesce(sum((c ->> 'cents')::bigint), 0)::bigint from jsonb_array_elements(charges) c
  where (c ->> 'cents')::bigint > 0 and (not monthly_only or c ->> 'often' = 'monthly') $$;
create function move_in_total(l listing, price bigint) returns bigint language sql immutable parallel safe as $$
  select price + case when l.listing_type = 2 then 0 else l.deposit_cents + l.service_charge_cents end + l.agent_fee_cents
    + case when l.other_charges = '[]' then 0 else charges_total(l.other_charges, false) end $$;
create function monthly_total(l listing, price bigint) returns bigint language sql immutable parallel safe as $$
  select case when l.listing_type = 2 then 0 else coalesce(monthly_price(price, l.price_period), 0) end + l.service_charge_cents
    + case when l.other_charges = '[]' then 0 else charges_total(l.other_charges, true) end $$;

-- A place and what it lies in.
create view location_path as
select l0.id, l0.name,
  case 'county' when l0.kind then l0.id when l1.kind then l1.id when l2.kind then l2.id when l3.kind then l3.id end as county_id,
  case 'county' when l0.kind then l0.name when l1.kind then l1.name when l2.kind then l2.name when l3.kind then l3.name end as county,
  case 'sub_county' when l0.kind then l0.id when l1.kind then l1.id when l2.kind then l2.id end as sub_county_id,
  case 'sub_county' when l0.kind then l0.name when l1.kind then l1.name when l2.kind then l2.name end as sub_county,
  case 'ward' when l0.kind then l0.id when l1.kind then l1.id end as ward_id,
  case 'ward' when l0.kind then l0.name when l1.kind then l1.name end as ward,
  case 'estate' when l0.kind then l0.id end as estate_id,
  coalesce(l0.lat, l1.lat, l2.lat, l3.lat, 0.02) as lat,
  coalesce(l0.lng, l1.lng, l2.lng, l3.lng, 37.9) as lng
from location l0
left join location l1 on l1.id = l0.parent_id
left join location l2 on l2.id = l1.parent_id
left join location l3 on l3.id = l2.parent_id;

-- The `Picture` of contract/search/shapes.ts: a file in the sizes it has, or an address.
create function picture_json(m media_item, alt text) returns json language sql stable parallel safe as $$
  select json_build_object('src', coalesce(m.url, v.src, ''), 'webp', coalesce(v.webp, ''), 'avif', coalesce(v.avif, ''),
    'width', coalesce(m.width, v.width), 'height', coalesce(m.height, v.height), 'colour', m.colour, 'alt', coalesce(nullif(m.alt, ''), nullif(m.caption, ''), alt))
  from (select (array_agg('/media/' || key order by type <> 'image/webp', abs(coalesce(width, 0) - 800), width))[1] as src,
      string_agg('/media/' || key || ' ' || width || 'w', ', ' order by width) filter (where type = 'image/webp' and width is not null) as webp,
      string_agg('/media/' || key || ' ' || width || 'w', ', ' order by width) filter (where type = 'image/avif' and width is not null) as avif,
      max(width) as width, max(height) as height
    from media_variant where file_id = m.file_id) v $$;

create function taxon_json(t taxon) returns json language sql stable parallel safe as $$ select json_build_object('code', t.code, 'name', t.name, 'name_sw', t.name_sw) $$;

-- Every card as it should be now.
create view card_now as
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
-- Where the map draws a property for strangers.
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

create index listing_card_new on listing_card (listing_type, published_at desc, id desc) include (bedrooms, price_cents, amenity_mask);
create index listing_card_best on listing_card (listing_type, best desc, id desc) include (bedrooms, price_cents, amenity_mask);
create index listing_card_price on listing_card (listing_type, price_cents, id) include (bedrooms, amenity_mask);
create index listing_card_move_in on listing_card (listing_type, move_in_cents, id);
create index listing_card_m2 on listing_card (listing_type, price_m2, id);
create index listing_card_county_new on listing_card (county_id, listing_type, bedrooms, published_at desc, id desc) include (price_cents, amenity_mask);
create index listing_card_county_price on listing_card (county_id, listing_type, bedrooms, price_cents, id) include (amenity_mask);
create index listing_card_county_browse on listing_card (county_id, listing_type, published_at desc, id desc) include (bedrooms, price_cents, amenity_mask);
create index listing_card_county_best on listing_card (county_id, listing_type, best desc, id desc) include (bedrooms, price_cents, amenity_mask);
create index listing_card_sub_county on listing_card (sub_county_id, listing_type, best desc, id desc) include (bedrooms, price_cents, amenity_mask);
create index listing_card_ward on listing_card (ward_id, listing_type, best desc, id desc) include (bedrooms, price_cents, amenity_mask);
create index listing_card_estate on listing_card (estate_id, listing_type, best desc, id desc) include (bedrooms, price_cents, amenity_mask);
create index listing_card_cell on listing_card (cell, listing_type) include (lat, lng, price_cents, bedrooms, amenity_mask);
create index listing_card_property on listing_card (property_id);
create index listing_card_contact on listing_card (contact_id, best desc, id desc);
create index listing_card_featured on listing_card (best desc) where featured;
create index listing_card_any_best on listing_card (best desc, id desc);
create index listing_card_any_new on listing_card (published_at desc, id desc);
create index listing_text_tsv on listing_text using gin (tsv);

-- What was offered once is gone rather than unknown, whatever became of it.
create index listing_once on listing (property_id, published_at desc) where published_at is not null;
