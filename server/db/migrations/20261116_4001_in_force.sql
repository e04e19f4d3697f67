-- Whether a mandate counts today: not ended, begun, and not over.
create function app.in_force(starts_on date, ends_on date, ended_at timestamptz) returns boolean language sql stable parallel safe
  return ended_at is null and (starts_on is null or starts_on <= app.today()) and (ends_on is null or ends_on >= app.today());
