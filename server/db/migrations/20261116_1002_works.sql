-- Works in an occupied unit are a mark, not a state: it stays occupied, and nothing frees it but the end of its tenancy.
alter table unit add column works_since timestamptz;

-- Units that were let when works began, by what their last move says, are let still.
with last as (
  select distinct on (subject_id) subject_id, from_state, to_state from move_log where subject = 'unit' order by subject_id, id desc
), let as (
  select u.id, coalesce((select max(b.at) from move_log b where b.subject = 'unit' and b.subject_id = u.id and b.to_state = 'occupied'), u.created_at) as since
  from unit u join last on last.subject_id = u.id
  where u.status = 'maintenance' and last.to_state = 'maintenance' and last.from_state = 'occupied'
)
update unit u set status = 'occupied', works_since = u.status_since, status_since = let.since from let where u.id = let.id;
