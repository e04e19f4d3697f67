-- A property that is offered as a whole and has no units was published before publishing made one: nobody could apply for it. It gets the unit that
-- stands for it, as server/listing/whole.ts makes one.
insert into unit (property_id, slug, name, unit_type_id, rent_cents)
select distinct on (p.id) p.id, coalesce(nullif(trim(both '-' from regexp_replace(lower(left(p.name, 60)), '[^a-z0-9]+', '-', 'g')), ''), 'home'), left(p.name, 60), w.id, l.price_cents
from listing l join property p on p.id = l.property_id join taxon t on t.id = p.property_type_id
cross join lateral (select k.id from taxon k where k.kind = 'unit_type' order by k.code = case t.code when 'office' then 'office_space' when 'shops' then 'shop'
  when 'godown' then 'godown_bay' when 'plot' then 'plot_of_land' else 'whole_house' end desc, k.sort limit 1) w
where l.unit_id is null and l.listing_type <> 2 and l.status = 'live' and l.deleted_at is null and p.deleted_at is null
  and not exists (select 1 from unit o where o.property_id = p.id and o.deleted_at is null)
order by p.id, l.id;
