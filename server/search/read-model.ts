import { getLookup } from '#server/kernel/lookups.ts';

/** SQL fragments that render a property, unit, listing and agent for the public as JSON of contract/search/shapes.ts. */
const named = (alias: string) => `taxon_json(${alias})`;

/** An agent; the query names the person `g`. */
export const agentFields = `'id', g.id, 'slug', card_slug(g.name), 'name', g.name, 'image', g.image,
  'company', coalesce((select o.name from company o where o.id = g.company_id), ''), 'phone', case when g.user_type in (5, 7) then g.phone end,
  'earb_reg_no', (select e.number from agent_certificate e where e.person_id = g.id and e.seen and e.expires_on >= app.today() order by e.expires_on desc, e.id desc limit 1), 'verified', g.verified_status = 'verified',
  'rating', (select case when r.n > 0 then json_build_object('avg', round(r.average, 1), 'count', r.n) end from review_rating('agent', g.id) r),
  'answer_minutes', (select round(percentile_cont(0.5) within group (order by extract(epoch from d.first_answer_at - d.created_at) / 60))::int from lead d
    where d.assigned_to = g.id and d.first_answer_at is not null and d.created_at > app.now() - interval '180 days'),
  'listings', (select count(*)::int from listing_card k where k.contact_id = g.id)`;
const agentOf = (person: string) =>
  `(select json_build_object(${agentFields}) from person g where g.id = ${person} and g.is_active and g.closed_at is null)`;

/** A listing; the query names the listing `l`, its card `k` and the card's text `t`. Promotions and the available date come from the card. */
export const listingPageJsonSql = `json_build_object('id', l.id, 'code', l.code, 'listing_type', l.listing_type, 'title', l.title, 'description', l.description, 'description_sw', l.description_sw,
  'price_cents', l.price_cents, 'price_period', l.price_period, 'discounts', t.card::json -> 'discounts',
  'rates', case when l.listing_type = 2 then buyer_rates(app.today(), p.location_id) else '[]' end, 'negotiable', l.negotiable,
  'deposit_cents', l.deposit_cents, 'service_charge_cents', l.service_charge_cents, 'other_charges', l.other_charges, 'agent_fee_cents', l.agent_fee_cents,
  'promotion', (select json_build_object('name', o.name, 'perk', o.perk, 'ends_at', card_moment(o.ends_at)) from promotion o join promotion_listing ol on ol.promotion_id = o.id
    where ol.listing_id = l.id and o.status = 'running' and o.deleted_at is null order by o.id limit 1),
  'available_from', k.available_from, 'min_term_months', l.min_term_months, 'furnished', k.furnished, 'pets', l.pets, 'smoking', l.smoking, 'parking_slots', l.parking_slots,
  'water_source', l.water_source, 'power_type', l.power_type, 'backup_power', l.backup_power, 'internet', l.internet, 'gate_security', l.gate_security,
  'published_at', card_moment(coalesce(l.published_at, l.created_at)),
  'price_history', (select coalesce(json_agg(json_build_object('at', card_moment(h.at), 'price_cents', h.price_cents) order by h.at), '[]') from (select * from listing_price y where y.listing_id = l.id order by y.at desc limit 12) h))`;
const offersOf = (which: string) =>
  `(select coalesce(json_agg(${listingPageJsonSql} order by l.listing_type, l.id), '[]') from listing_card k join listing_text t on t.id = k.id join listing l on l.id = k.id where k.property_id = p.id and ${which})`;

const amenitiesOf = (ids: string) =>
  `(select coalesce(json_agg(json_build_object('code', t.code, 'name', t.name, 'name_sw', t.name_sw, 'icon', t.icon, 'grouped', t.grouped) order by t.sort, t.id), '[]')
    from taxon t where t.id = any (${ids}) and t.deleted_at is null and t.visible)`;
/** A picture by URL needs no lookup of file sizes. */
const pictureOf = `case when i.file_id is null then json_build_object('src', i.url, 'webp', '', 'avif', '', 'width', i.width, 'height', i.height, 'colour', i.colour,
    'alt', coalesce(nullif(i.alt, ''), nullif(i.caption, ''), p.name)) else picture_json(i, p.name) end::jsonb`;
const mediaOf = (which: string) =>
  `(select coalesce(json_agg(z.j || jsonb_build_object('id', z.id, 'media_type', z.media_type, 'url', case when z.media_type <> 0 then z.j ->> 'src' end, 'caption', z.caption, 'room', z.room)
      order by z.media_type, not z.is_cover, z.sort, z.id), '[]')
    from (select i.id, i.media_type, i.caption, i.room, i.is_cover, i.sort, ${pictureOf} as j from media_item i where i.property_id = p.id and i.status = 'ready' and ${which}) z)`;

const unitFields = `'id', u.id, 'slug', u.slug, 'name', u.name, 'block', u.block, 'floor', u.floor, 'type', ${named('ut')}, 'bedrooms', case when ut.bedrooms is not null then u.bedrooms end, 'bathrooms', u.bathrooms,
  'area_m2', u.area_m2, 'status', u.status`;
/** A tower has hundreds of units; listed ones come first. */
const unitsSql = `(select coalesce(json_agg(z.j order by z.offered desc, z.block, z.floor, z.name), '[]') from (
    select json_build_object(${unitFields}, 'offer', (select json_build_object('id', l.id, 'listing_type', l.listing_type, 'price_cents', l.price_cents, 'price_period', l.price_period, 'available_from', k.available_from)
        from listing_card k join listing l on l.id = k.id where k.property_id = p.id and k.unit_id = u.id order by k.listing_type, k.id limit 1)) as j,
      exists (select 1 from listing_card k where k.property_id = p.id and k.unit_id = u.id) as offered, u.block, u.floor, u.name
    from unit u join taxon ut on ut.id = u.unit_type_id where u.property_id = p.id and u.deleted_at is null and u.status <> 'stall' order by 2 desc, u.block, u.floor, u.name limit 300) z)`;

/** A property without units, listings and pictures; the query names it `p`. */
const headPairs = `'id', p.id, 'code', p.code, 'slug', p.slug, 'name', p.name, 'type', (select ${named('t')} from taxon t where t.id = p.property_type_id),
  'category', (select ${named('t')} from taxon t where t.id = p.category_id), 'description', p.description, 'description_sw', p.description_sw,
  'address', case when p.show_pin then p.address else '' end, 'landmark', p.landmark,
  'places', (select coalesce(json_agg(json_build_object('id', x.id, 'kind', x.kind, 'name', x.name) order by array_position('{county,sub_county,ward,estate}'::text[], x.kind)), '[]')
    from location_path w join location x on x.id in (w.county_id, w.sub_county_id, w.ward_id, w.estate_id) where w.id = p.location_id),
  'lat', s.lat, 'lng', s.lng, 'exact', s.exact, 'year_built', p.year_built, 'floors', p.floors, 'lifts', p.lifts, 'parking_slots', p.parking_slots, 'house_rules', p.house_rules,
  'notice_days', p.notice_days, 'deposit_months', p.deposit_months, 'amenities', ${amenitiesOf('p.amenities')}`;
const headMore = () => `'unit_count', (select count(*)::int from unit u where u.property_id = p.id and u.deleted_at is null),
  'vacant_count', (select count(*)::int from unit u where u.property_id = p.id and u.deleted_at is null and u.status = 'vacant'),
  'verification', case when p.verified_at is not null then json_build_object('at', card_moment(p.verified_at), 'expires_at', card_moment(p.verification_expires_at),
    'by', (select v.name from person v where v.id = p.verified_by),
    'checks', ${getLookup('lastChecksText')('p.id', 'p.verified_at')}) end,
  'rating', case when p.rating_count > 0 and p.rating_avg is not null then json_build_object('avg', round(p.rating_avg::numeric, 1), 'count', p.rating_count) end,
  'agent', ${agentOf('(select k.contact_id from listing_card k where k.property_id = p.id and k.contact_id is not null order by k.best desc, k.id limit 1)')},
  'holder', (select json_build_object('name', o.name, 'kind', o.kind) from company o where o.id = p.company_id), 'updated_at', card_moment(p.updated_at)`;
const shown = (more: string) =>
  `(select jsonb_build_object(${headPairs}) || jsonb_build_object(${headMore()}) ${more} from (select k.lat, k.lng, k.exact from listing_card k where k.property_id = p.id limit 1) s)`;

export const propertySummarySql = () => shown('');
const propertyMedia = mediaOf('i.unit_id is null');
export const propertySql =
  () => `select ${shown(`|| jsonb_build_object('media', ${propertyMedia}, 'units', ${unitsSql}, 'offers', ${offersOf('k.unit_id is null')})`)}::text as j
  from property p where p.id = $1 and exists (select 1 from listing_card k where k.property_id = p.id)`;
export const unitPageSql = () => `select jsonb_build_object('property', ${shown(`|| jsonb_build_object('media', ${propertyMedia})`)},
    'unit', jsonb_build_object(${unitFields}, 'furnished', case when ut.bedrooms is not null then u.furnished end, 'amenities', ${amenitiesOf('u.amenities')}), 'media', ${mediaOf('i.unit_id = u.id')},
    'offers', ${offersOf('k.unit_id = u.id')}, 'agent', ${agentOf('(select k.contact_id from listing_card k where k.property_id = p.id and k.unit_id = u.id order by k.best desc, k.id limit 1)')})::text as j
  from unit u join taxon ut on ut.id = u.unit_type_id join property p on p.id = u.property_id
  where u.id = $1 and exists (select 1 from listing_card k where k.property_id = p.id and k.unit_id = u.id)`;
