-- Backup power and a gate are said once, among the amenities. What listings said is carried over to the home they offer, or to the property
-- where the whole is offered, unless home or building says it already. A guarded gate is a gate; whether somebody stands there day and night
-- it did not say.
update unit u set amenities = u.amenities || t.id from taxon t, property p
  where p.id = u.property_id and t.kind = 'amenity' and t.deleted_at is null and t.merged_into is null and t.code = 'generator'
    and exists (select 1 from listing l where l.unit_id = u.id and l.deleted_at is null and l.status <> 'archived' and l.backup_power)
    and not t.id = any (u.amenities) and not t.id = any (p.amenities);
update unit u set amenities = u.amenities || t.id from taxon t, property p
  where p.id = u.property_id and t.kind = 'amenity' and t.deleted_at is null and t.merged_into is null and t.code = 'gated_compound'
    and exists (select 1 from listing l where l.unit_id = u.id and l.deleted_at is null and l.status <> 'archived' and l.gate_security)
    and not t.id = any (u.amenities) and not t.id = any (p.amenities);
update property p set amenities = p.amenities || t.id from taxon t
  where t.kind = 'amenity' and t.deleted_at is null and t.merged_into is null and t.code = 'generator'
    and exists (select 1 from listing l where l.property_id = p.id and l.unit_id is null and l.deleted_at is null and l.status <> 'archived' and l.backup_power)
    and not t.id = any (p.amenities);
update property p set amenities = p.amenities || t.id from taxon t
  where t.kind = 'amenity' and t.deleted_at is null and t.merged_into is null and t.code = 'gated_compound'
    and exists (select 1 from listing l where l.property_id = p.id and l.unit_id is null and l.deleted_at is null and l.status <> 'archived' and l.gate_security)
    and not t.id = any (p.amenities);
