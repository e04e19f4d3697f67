-- What changed is named, so that the pages of everything else stay on the shelf; a card follows without being planned anew; all cards
-- are made in one pass.

-- Many at once, or nobody knows which: everything may have changed.
create function tell_pages(properties bigint[]) returns void language sql as $$
  select pg_notify('pages', case when cardinality(properties) between 1 and 100 then (select string_agg(distinct 'property:' || p, ',') from unnest(properties) p) else '' end) $$;

do $$
declare one record; was text; now_is text;
begin
  for one in select * from (values
    ('listing_cards_follow', 'array(select property_id from listing where id = any (ids))'), ('listing_id_cards_follow', 'array(select property_id from listing where id = any (ids))'),
    ('property_cards_follow', 'ids'), ('media_cards_follow', 'ids'), ('variant_cards_follow', 'ids'), ('unit_cards_follow', 'owners')) t(name, properties)
  loop
    was := pg_get_functiondef(one.name::regproc);
    now_is := replace(was, 'pg_notify(''pages'', '''')', format('tell_pages(%s)', one.properties));
    if now_is = was then raise exception '% does not tell of pages', one.name; end if;
    execute now_is;
  end loop;
end $$;

-- An offer that is no longer public may stand among others on any page ("similar"), so then all of them go. The view is wide: planning it
-- takes five times as long as running it, and one plan fits every list of ids.
create or replace function refresh_cards(ids bigint[]) returns void language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  if coalesce(cardinality(ids), 0) = 0 then return; end if;
  perform 1 from property where id in (select property_id from listing where id = any (ids)) order by id for no key update;
  with gone as (delete from listing_card c where c.id = any (ids) and not exists (select 1 from public_listing v where v.id = c.id) returning c.id)
  delete from listing_text t using gone where t.id = gone.id;
  if found then perform pg_notify('pages', ''); end if;
  with fresh as materialized (select * from card_now where id = any (ids)),
  texts as (
    insert into listing_text select id, card, tsv from fresh
    on conflict (id) do update set card = excluded.card, tsv = excluded.tsv where (listing_text.card, listing_text.tsv) is distinct from (excluded.card, excluded.tsv))
  insert into listing_card
  select id, property_id, unit_id, listing_type, county_id, sub_county_id, ward_id, estate_id, property_type_id, category_id, unit_type_id, bedrooms, bathrooms, area_m2,
    price_cents, move_in_cents, price_m2, amenity_mask, furnished, pets, available_from, has_mask, contact_id, featured, lat, lng, exact, cell, published_at, best
  from fresh
  on conflict (id) do update set (property_id, unit_id, listing_type, county_id, sub_county_id, ward_id, estate_id, property_type_id, category_id, unit_type_id, bedrooms,
      bathrooms, area_m2, price_cents, move_in_cents, price_m2, amenity_mask, furnished, pets, available_from, has_mask, contact_id, featured, lat, lng, exact, cell, published_at, best)
    = (excluded.property_id, excluded.unit_id, excluded.listing_type, excluded.county_id, excluded.sub_county_id, excluded.ward_id, excluded.estate_id,
      excluded.property_type_id, excluded.category_id, excluded.unit_type_id, excluded.bedrooms, excluded.bathrooms, excluded.area_m2, excluded.price_cents,
      excluded.move_in_cents, excluded.price_m2, excluded.amenity_mask, excluded.furnished, excluded.pets, excluded.available_from, excluded.has_mask, excluded.contact_id,
      excluded.featured, excluded.lat, excluded.lng, excluded.exact, excluded.cell, excluded.published_at, excluded.best)
  where listing_card is distinct from excluded;
end $$;
alter function refresh_property_cards(bigint[]) set plan_cache_mode = force_generic_plan;

-- Each card is made once, and the indexes after all of them.
create or replace function rebuild_cards() returns void language plpgsql as $$
declare made text[]; names text[]; one text;
begin
  lock table listing_card, listing_text in access exclusive mode;
  perform set_config('makao.cards', 'off', true);
  truncate listing_card, listing_text, card_stale;
  select array_agg(pg_get_indexdef(indexrelid)), array_agg(indexrelid::regclass::text) into made, names from pg_index
  where indrelid in ('listing_card'::regclass, 'listing_text'::regclass) and not indisprimary;
  foreach one in array names loop execute format('drop index %s', one); end loop;
  create temp table card_made on commit drop as select * from card_now;
  insert into listing_text select id, card, tsv from card_made;
  insert into listing_card
  select id, property_id, unit_id, listing_type, county_id, sub_county_id, ward_id, estate_id, property_type_id, category_id, unit_type_id, bedrooms, bathrooms, area_m2,
    price_cents, move_in_cents, price_m2, amenity_mask, furnished, pets, available_from, has_mask, contact_id, featured, lat, lng, exact, cell, published_at, best
  from card_made;
  drop table card_made;
  foreach one in array made loop execute one; end loop;
  perform rebuild_map_cells();
  perform set_config('makao.cards', '', true);
  perform pg_notify('pages', '');
end $$;

do $$
declare one regprocedure;
begin
  for one in select oid from pg_proc where proname in ('card_moment', 'card_cell', 'card_price', 'monthly_price', 'charges_total', 'move_in_total', 'monthly_total', 'taxon_json', 'picture_json', 'promoted_price')
    and pronamespace = 'public'::regnamespace loop
    execute format('alter function %s parallel safe', one);
  end loop;
end $$;
