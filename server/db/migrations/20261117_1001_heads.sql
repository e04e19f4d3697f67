-- Whether somebody leads a company now: owner, agent or dealer, let in and not gone. The one place that says so.
create function app.is_head(user_type int, is_active boolean, closed_at timestamptz) returns boolean language sql immutable parallel safe
  return user_type in (4, 5, 7) and is_active and closed_at is null;

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
  and (l.unit_id is null or (u.status = 'vacant' and u.deleted_at is null));
