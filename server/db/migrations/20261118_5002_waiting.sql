-- A draft somebody asked to publish waits until nothing keeps it back; whatever may have been the last thing promises to look again.
alter table listing add column wanted_at timestamptz;
create index listing_wanted on listing (property_id) where wanted_at is not null and status = 'draft' and deleted_at is null;

create function listings_wait() returns trigger language plpgsql as $$
declare waiting bigint;
begin
  for waiting in
    select distinct l.property_id from listing l join property p on p.id = l.property_id
    where l.wanted_at is not null and l.status = 'draft' and l.deleted_at is null
      and case tg_table_name when 'property' then p.id = (to_jsonb(new) ->> 'id')::bigint
        when 'person' then p.company_id = (to_jsonb(new) ->> 'company_id')::bigint
        else p.id = (to_jsonb(new) ->> 'property_id')::bigint end
    order by 1
  loop
    perform emit_job('property.ready', jsonb_build_object('propertyId', waiting), null, null);
  end loop;
  return null;
end $$;
create trigger property_listings_wait after update of status, stalled, archived_at, lat, lng on property for each row
  when (new.status = 'verified') execute function listings_wait();
create trigger media_item_listings_wait after insert or update of status on media_item for each row
  when (new.status = 'ready') execute function listings_wait();
create trigger unit_listings_wait after update of status on unit for each row
  when (new.status = 'vacant' and old.status <> 'vacant') execute function listings_wait();
create trigger person_listings_wait after update of verified_status on person for each row
  when (new.verified_status = 'verified' and old.verified_status <> 'verified') execute function listings_wait();
