-- A listing without a unit is of the whole property: whoever applies for it, and whoever lives there then, has every unit of it, one stay each.
alter table booking add column whole boolean not null default false;
alter table tenancy add column whole boolean not null default false;
-- What was promised before was one unit: where there are more by now, it stays that one.
update booking b set whole = true from listing l where l.id = b.listing_id and l.unit_id is null
  and (b.status = 'await_screening' or 1 = (select count(*) from unit u where u.property_id = b.property_id and u.deleted_at is null));
update tenancy t set whole = true from booking b where b.id = t.booking_id and b.whole and t.unit_id = b.unit_id;

-- One of the whole and one of its first unit are two wishes.
drop index booking_open;
create unique index booking_open on booking (unit_id, person_id, whole) where status in ('await_screening', 'await_payment', 'confirmed');

drop index stay_booking;
create unique index stay_booking on stay (booking_id, unit_id) where released_at is null and booking_id is not null;

-- What lists call its units: a few by name, of many the first and the last.
create function app.whole_name(property_id bigint) returns text language sql stable parallel safe
begin atomic
  select case when count(*) <= 4 then string_agg(o.name, ', ' order by o.id)
    else (array_agg(o.name order by o.id))[1] || ' – ' || (array_agg(o.name order by o.id desc))[1] || ' (' || count(*) || ')' end
  from unit o where o.property_id = whole_name.property_id and o.deleted_at is null;
end;

-- Every unit of it can be had; of a property without units there is nothing that could be taken.
create function app.whole_free(property_id bigint) returns boolean language sql stable parallel safe
begin atomic
  select not exists (select 1 from unit o where o.property_id = whole_free.property_id and o.deleted_at is null and not app.unit_free(o.status, o.let_from));
end;

-- The whole is to be had while nobody holds a part of it. What is sold is sold with whoever lives there.
create or replace view public_listing as
select l.id, l.property_id, l.unit_id, l.listing_type
from listing l
join property p on p.id = l.property_id
join company c on c.id = p.company_id
left join unit u on u.id = l.unit_id
where l.status = 'live' and l.deleted_at is null and not l.over_plan
  and p.status = 'verified' and not p.stalled and p.archived_at is null and p.deleted_at is null
  and c.is_active
  and exists (select 1 from person h where h.company_id = c.id and h.verified_status = 'verified' and app.is_head(h.user_type, h.is_active, h.closed_at))
  and case when l.unit_id is null then l.listing_type = 2 or app.whole_free(l.property_id) else app.unit_free(u.status, u.let_from) and u.deleted_at is null end;

-- Search shows what strangers see.
select refresh_cards(array(select c.id from listing_card c where c.unit_id is null and not exists (select 1 from public_listing v where v.id = c.id)));

-- What a property without units is let as. A database that is just being made gets it with its other words (server/taxonomy/start.ts).
insert into taxon (kind, code, name, name_sw, icon, grouped, applies_to, bedrooms, aliases, sort)
select 'unit_type', 'whole_house', 'Whole house', 'Nyumba nzima', '', '', 'unit', 0, '{}', max(sort) + 1 from taxon where kind = 'unit_type' having count(*) > 0
on conflict do nothing;
