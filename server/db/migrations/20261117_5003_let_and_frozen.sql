-- 20261116_1002 asked for the last move and so missed units that were frozen, or thawed again, while works went on in a let unit. A freeze
-- is looked past: what the unit was before it counts. An occupied unit is never frozen, so these are let, with works in them.
with last as (
  select distinct on (subject_id) subject_id, at, from_state, to_state, reason
  from move_log where subject = 'unit' and from_state <> 'stall' and to_state <> 'stall' order by subject_id, id desc
), let as (
  select u.id, last.at as works_since, left(coalesce(last.reason, ''), 500) as reason,
    coalesce((select max(b.at) from move_log b where b.subject = 'unit' and b.subject_id = u.id and b.to_state = 'occupied'), u.created_at) as since
  from unit u join last on last.subject_id = u.id
  where (u.status = 'maintenance' or (u.status = 'stall' and u.status_before = 'maintenance')) and last.to_state = 'maintenance' and last.from_state = 'occupied'
)
update unit u set status = 'occupied', status_before = null, works_since = let.works_since, status_since = let.since, status_reason = let.reason
from let where u.id = let.id;
