-- Nobody left before they came: who never lived there left the day before.
update tenancy_person set until = since - 1 where until < since - 1;
set constraints all immediate;
alter table tenancy_person add constraint tenancy_person_days check (until >= since - 1);

-- Other people in it, asked of those with an account who would pay or pay no more:
-- {version, from, people [{tenant_id, role, share_bp}], asked [tenant], yes [tenant], reason, by, at}
alter table tenancy add column people_ask jsonb;

-- An answer is theirs whom it was asked of, to what they read.
update tenancy t set renewal = renewal || jsonb_build_object('version', revision, 'to',
  (select coalesce(jsonb_agg(p.id order by p.id), '[]') from tenancy_person p where p.tenancy_id = t.id and p.role in ('lead', 'co_tenant') and p.until is null))
  where renewal is not null;
update tenancy t set leaving_ask = leaving_ask || jsonb_build_object('version', revision, 'to',
  (select coalesce(jsonb_agg(p.id order by p.id), '[]') from tenancy_person p where p.tenancy_id = t.id and p.role in ('lead', 'co_tenant') and p.until is null))
  where leaving_ask is not null;
