-- Whether a mandate counts today: not ended, begun, and not over. A day is Nairobi's.
create function in_force(starts_on date, ends_on date, ended_at timestamptz) returns boolean language sql stable parallel safe
  return ended_at is null
    and (starts_on is null or starts_on <= (now() at time zone 'Africa/Nairobi')::date)
    and (ends_on is null or ends_on >= (now() at time zone 'Africa/Nairobi')::date);
