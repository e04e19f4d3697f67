-- Somebody leaves: from this day on the unit may be let again while it is still lived in. Kept with the unit, whose cards follow it; written where stays are.
alter table unit add column let_from date;
create function app.unit_free(status text, let_from date) returns boolean language sql immutable parallel safe
  return status = 'vacant' or (status = 'occupied' and let_from is not null);

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
  and (l.unit_id is null or (app.unit_free(u.status, u.let_from) and u.deleted_at is null));

-- A card says no earlier day than that.
do $$
declare body text := pg_get_viewdef('card_now'::regclass);
  said constant text := 'COALESCE(l.available_from, u.available_from)';
begin
  if position(said in body) = 0 then raise exception 'card_now says its day in other words'; end if;
  execute 'create or replace view card_now as ' || replace(body, said, 'GREATEST(' || said || ', u.let_from)');
end $$;

-- A draft that waits for the unit waits no longer.
create trigger unit_listings_let_ahead after update of let_from on unit for each row
  when (new.let_from is not null and old.let_from is null) execute function listings_wait();

update unit u set let_from = upper(s.during) from stay s
where s.unit_id = u.id and s.released_at is null and u.status = 'occupied' and not upper_inf(s.during)
  and not exists (select 1 from stay o where o.unit_id = u.id and o.released_at is null and o.id <> s.id);
