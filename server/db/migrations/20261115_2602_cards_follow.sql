-- Cards follow what they show, in the transaction that changes it. Statement triggers with transition tables: a thousand rows changed
-- at once cost one refresh. `set local makao.cards = 'off'` lets a bulk load skip all this and call rebuild_cards() at its end.

create function cards_off() returns boolean language sql stable as $$ select coalesce(current_setting('makao.cards', true), '') = 'off' $$;

-- Two people who change what one card shows must not each write it from what they saw before the other: whoever refreshes holds the
-- property first and reads afterwards.
-- An offer that is no longer public may stand among others on any page ("similar"), so then all of them go. The view is wide: planning it
-- takes five times as long as running it, and one plan fits every list of ids.
create function refresh_cards(ids bigint[]) returns void language plpgsql set plan_cache_mode = force_generic_plan as $$
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

create function refresh_property_cards(ids bigint[]) returns void language sql set plan_cache_mode = force_generic_plan as $$
  select refresh_cards(array(select id from listing where property_id = any (ids) and status = 'live' and deleted_at is null
    union select id from listing_card where property_id = any (ids))) $$;
create function refresh_company_cards(ids bigint[]) returns void language sql as $$
  select refresh_property_cards(array(select id from property where company_id = any (ids) and deleted_at is null)) $$;
-- A name under thousands of cards: they follow by the clock, so that whoever renames does not wait for them.
create function refresh_or_defer(ids bigint[]) returns void language plpgsql as $$
begin
  if cardinality(ids) <= 2000 then perform refresh_cards(ids);
  else insert into card_stale select unnest(ids) on conflict do nothing; end if;
end $$;
create function refresh_stale(most int) returns int language plpgsql as $$
declare ids bigint[];
begin
  with taken as (delete from card_stale where id in (select id from card_stale order by id limit most for update skip locked) returning id) select array_agg(id) into ids from taken;
  perform refresh_cards(ids);
  if ids is not null then perform pg_notify('pages', ''); end if;
  return coalesce(cardinality(ids), 0);
end $$;

create function rebuild_map_cells() returns void language sql as $$
  delete from map_cell;
  insert into map_cell select listing_type, cell, count(*), min(price_cents), avg(lat), avg(lng) from listing_card group by 1, 2 $$;
-- Each card is made once, and the indexes after all of them.
create function rebuild_cards() returns void language plpgsql as $$
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

-- Many at once, or nobody knows which: everything may have changed.
create function tell_pages(properties bigint[]) returns void language sql as $$
  select pg_notify('pages', case when cardinality(properties) between 1 and 100 then (select string_agg(distinct 'property:' || p, ',') from unnest(properties) p) else '' end) $$;

-- Cells: the rows concerned are held in order before they are counted, so that two who publish in one street are both counted.
create function card_cells_follow() returns trigger language plpgsql as $$
declare types smallint[]; cells int[];
begin
  if cards_off() then return null; end if;
  if tg_op = 'INSERT' then select array_agg(listing_type), array_agg(cell) into types, cells from (select distinct listing_type, cell from new_rows) k;
  elsif tg_op = 'DELETE' then select array_agg(listing_type), array_agg(cell) into types, cells from (select distinct listing_type, cell from old_rows) k;
  else select array_agg(listing_type), array_agg(cell) into types, cells from (
      select n.listing_type, n.cell from new_rows n join old_rows o using (id) where (n.listing_type, n.cell, n.price_cents, n.lat, n.lng) is distinct from (o.listing_type, o.cell, o.price_cents, o.lat, o.lng)
      union select o.listing_type, o.cell from new_rows n join old_rows o using (id) where (n.listing_type, n.cell, n.price_cents, n.lat, n.lng) is distinct from (o.listing_type, o.cell, o.price_cents, o.lat, o.lng)) k;
  end if;
  if types is null then return null; end if;
  insert into map_cell select k.t, k.c, 0, 0, 0, 0 from unnest(types, cells) k(t, c) order by 1, 2 on conflict (listing_type, cell) do update set n = map_cell.n;
  update map_cell m set n = coalesce(a.n, 0), min_cents = coalesce(a.min_cents, 0), lat = coalesce(a.lat, 0), lng = coalesce(a.lng, 0)
  from unnest(types, cells) k(t, c) left join lateral (select count(*) as n, min(price_cents) as min_cents, avg(lat) as lat, avg(lng) as lng
    from listing_card where listing_type = k.t and cell = k.c) a on true
  where m.listing_type = k.t and m.cell = k.c;
  delete from map_cell m using unnest(types, cells) k(t, c) where m.listing_type = k.t and m.cell = k.c and m.n = 0;
  return null;
end $$;

create function listing_cards_follow() returns trigger language plpgsql as $$
declare ids bigint[];
begin
  if cards_off() then return null; end if;
  if tg_op = 'INSERT' then ids := array(select id from new_rows where status = 'live');
  elsif tg_op = 'DELETE' then ids := array(select id from old_rows where status = 'live');
  -- Counters of views and saves change all day and show on no card.
  else ids := array(select n.id from new_rows n join old_rows o using (id) where (n.status = 'live' or o.status = 'live')
      and to_jsonb(n) - '{views,saves,enquiries,revision,updated_at,updated_by,asked_at,last_confirmed_at}'::text[]
        is distinct from to_jsonb(o) - '{views,saves,enquiries,revision,updated_at,updated_by,asked_at,last_confirmed_at}'::text[]);
  end if;
  if cardinality(ids) = 0 then return null; end if;
  perform refresh_cards(ids), tell_pages(array(select property_id from listing where id = any (ids)));
  return null;
end $$;

create function property_cards_follow() returns trigger language plpgsql as $$
declare ids bigint[];
begin
  if cards_off() then return null; end if;
  if tg_op = 'DELETE' then ids := array(select id from old_rows);
  else ids := array(select n.id from new_rows n join old_rows o using (id) where to_jsonb(n) - '{revision,updated_at,updated_by}'::text[] is distinct from to_jsonb(o) - '{revision,updated_at,updated_by}'::text[]);
  end if;
  if cardinality(ids) = 0 then return null; end if;
  perform refresh_property_cards(ids), tell_pages(ids);
  return null;
end $$;

create function unit_cards_follow() returns trigger language plpgsql as $$
declare ids bigint[]; owners bigint[];
begin
  if cards_off() then return null; end if;
  if tg_op = 'INSERT' then select array_agg(id), array_agg(distinct property_id) into ids, owners from new_rows;
  elsif tg_op = 'DELETE' then select array_agg(id), array_agg(distinct property_id) into ids, owners from old_rows;
  else select array_agg(n.id), array_agg(distinct n.property_id) into ids, owners from new_rows n join old_rows o using (id)
      where to_jsonb(n) - '{revision,updated_at,updated_by,notes}'::text[] is distinct from to_jsonb(o) - '{revision,updated_at,updated_by,notes}'::text[];
  end if;
  if ids is null then return null; end if;
  perform refresh_cards(array(select id from listing where unit_id = any (ids) and status = 'live'
    union select id from listing where property_id = any (owners) and unit_id is null and status = 'live' and deleted_at is null)), tell_pages(owners);
  return null;
end $$;

create function company_cards_follow() returns trigger language plpgsql as $$
declare ids bigint[] := array(select n.id from new_rows n join old_rows o using (id) where n.is_active is distinct from o.is_active);
begin
  if cards_off() then return null; end if;
  perform refresh_company_cards(ids) where cardinality(ids) > 0;
  perform pg_notify('pages', '') where exists (select 1 from new_rows n join old_rows o using (id) where (n.is_active, n.name) is distinct from (o.is_active, o.name));
  return null;
end $$;

create function person_cards_follow() returns trigger language plpgsql as $$
declare ids bigint[];
begin
  if cards_off() then return null; end if;
  if tg_op = 'INSERT' then ids := array(select distinct company_id from new_rows where company_id is not null and user_type in (4, 5, 7) and verified_status = 'verified');
  elsif tg_op = 'DELETE' then ids := array(select distinct company_id from old_rows where company_id is not null and user_type in (4, 5, 7));
  else
    ids := array(select c from new_rows n join old_rows o using (id) cross join lateral (values (n.company_id), (o.company_id)) k(c) where c is not null
      and (n.company_id, n.user_type, n.verified_status, n.is_active, n.closed_at) is distinct from (o.company_id, o.user_type, o.verified_status, o.is_active, o.closed_at));
    perform pg_notify('pages', '') where exists (select 1 from new_rows n join old_rows o using (id) where (n.name, n.image, n.phone, n.is_active) is distinct from (o.name, o.image, o.phone, o.is_active)
      and exists (select 1 from listing_card c where c.contact_id = n.id));
  end if;
  if cardinality(ids) = 0 then return null; end if;
  perform refresh_company_cards(ids), pg_notify('pages', '');
  return null;
end $$;

create function media_cards_follow() returns trigger language plpgsql as $$
declare ids bigint[];
begin
  if cards_off() then return null; end if;
  if tg_op = 'INSERT' then ids := array(select distinct property_id from new_rows);
  elsif tg_op = 'DELETE' then ids := array(select distinct property_id from old_rows);
  else ids := array(select property_id from new_rows union select property_id from old_rows);
  end if;
  if cardinality(ids) = 0 then return null; end if;
  perform refresh_property_cards(ids), tell_pages(ids);
  return null;
end $$;

create function variant_cards_follow() returns trigger language plpgsql as $$
declare ids bigint[];
begin
  if cards_off() then return null; end if;
  if tg_op = 'INSERT' then ids := array(select distinct m.property_id from new_rows v join media_item m on m.file_id = v.file_id);
  elsif tg_op = 'DELETE' then ids := array(select distinct m.property_id from old_rows v join media_item m on m.file_id = v.file_id);
  else ids := array(select m.property_id from new_rows v join media_item m on m.file_id = v.file_id union select m.property_id from old_rows v join media_item m on m.file_id = v.file_id);
  end if;
  if cardinality(ids) = 0 then return null; end if;
  perform refresh_property_cards(ids), tell_pages(ids);
  return null;
end $$;

-- Names: the card shows them, the dictionary of the search knows them (channel `vocabulary`).
create function taxon_cards_follow() returns trigger language plpgsql as $$
declare ids bigint[];
begin
  perform pg_notify('vocabulary', '');
  if cards_off() or tg_op = 'INSERT' then return null; end if;
  ids := array(select n.id from new_rows n join old_rows o using (id)
    where (n.code, n.name, n.name_sw, n.bit, n.sort, n.deleted_at) is distinct from (o.code, o.name, o.name_sw, o.bit, o.sort, o.deleted_at));
  if cardinality(ids) = 0 then return null; end if;
  perform refresh_or_defer(array(
      select c.id from listing_card c where c.property_type_id = any (ids) or c.category_id = any (ids) or c.unit_type_id = any (ids)
      union select c.id from listing_card c join property p on p.id = c.property_id where p.amenities && ids
      union select c.id from listing_card c join unit u on u.id = c.unit_id where u.amenities && ids)), pg_notify('pages', '');
  return null;
end $$;

create function location_cards_follow() returns trigger language plpgsql as $$
declare ids bigint[];
begin
  perform pg_notify('vocabulary', '');
  if cards_off() or tg_op = 'INSERT' then return null; end if;
  ids := array(select n.id from new_rows n join old_rows o using (id) where (n.kind, n.parent_id, n.name, n.lat, n.lng) is distinct from (o.kind, o.parent_id, o.name, o.lat, o.lng));
  if cardinality(ids) = 0 then return null; end if;
  perform refresh_or_defer(array(select id from listing_card where county_id = any (ids) union select id from listing_card where sub_county_id = any (ids)
    union select id from listing_card where ward_id = any (ids) union select id from listing_card where estate_id = any (ids)
    union select c.id from listing_card c join property p on p.id = c.property_id where p.location_id = any (ids))), pg_notify('pages', '');
  return null;
end $$;

create function promotion_cards_follow() returns trigger language plpgsql as $$
begin
  if cards_off() then return null; end if;
  perform refresh_cards(array(select distinct l.listing_id from promotion_listing l join (select n.id from new_rows n join old_rows o using (id) where to_jsonb(n) - '{revision,updated_at}'::text[]
    is distinct from to_jsonb(o) - '{revision,updated_at}'::text[]) p on p.id = l.promotion_id)), pg_notify('pages', '');
  return null;
end $$;

-- Tables that name a listing: bookings of featured places, listings of a promotion.
create function listing_id_cards_follow() returns trigger language plpgsql as $$
declare ids bigint[];
begin
  if cards_off() then return null; end if;
  if tg_op = 'INSERT' then ids := array(select distinct listing_id from new_rows);
  elsif tg_op = 'DELETE' then ids := array(select distinct listing_id from old_rows);
  else ids := array(select listing_id from new_rows union select listing_id from old_rows);
  end if;
  if cardinality(ids) = 0 then return null; end if;
  perform refresh_cards(ids), tell_pages(array(select property_id from listing where id = any (ids)));
  return null;
end $$;

-- A trigger with transition tables is for one kind of change, so each table has up to three.
do $$
declare one record; op text;
begin
  for one in select * from (values ('listing_card', 'card_cells_follow', '{insert,update,delete}'::text[]), ('listing', 'listing_cards_follow', '{insert,update,delete}'),
    ('property', 'property_cards_follow', '{update,delete}'), ('unit', 'unit_cards_follow', '{insert,update,delete}'), ('company', 'company_cards_follow', '{update}'),
    ('person', 'person_cards_follow', '{insert,update,delete}'), ('media_item', 'media_cards_follow', '{insert,update,delete}'), ('media_variant', 'variant_cards_follow', '{insert,update,delete}'),
    ('taxon', 'taxon_cards_follow', '{insert,update}'), ('location', 'location_cards_follow', '{insert,update}'), ('promotion', 'promotion_cards_follow', '{update}'),
    ('promotion_listing', 'listing_id_cards_follow', '{insert,update,delete}'), ('featured_booking', 'listing_id_cards_follow', '{insert,update,delete}')) t(name, runs, ops)
  loop
    foreach op in array one.ops loop
      execute format('create trigger %I after %s on %I referencing %s for each statement execute function %I()', one.name || '_cards_' || op, op, one.name,
        case op when 'insert' then 'new table as new_rows' when 'delete' then 'old table as old_rows' else 'old table as old_rows new table as new_rows' end, one.runs);
    end loop;
  end loop;
end $$;

-- Whatever was there before this migration.
select rebuild_cards();
