-- The checklist of a month as it was when two people closed it. A month that is reopened and closed again has several.

create table month_checklist (
  id bigint generated always as identity primary key,
  month date not null check (month = date_trunc('month', month)),
  -- Number and amount of each line, as the second person approved them.
  lines jsonb not null,
  requested_by bigint references person,
  closed_by bigint references person,
  closed_at timestamptz not null default app.now()
);
create index month_checklist_month on month_checklist (month, id desc);
create index month_checklist_requested_by on month_checklist (requested_by);
create index month_checklist_closed_by on month_checklist (closed_by);

create function month_checklist_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then raise exception 'checklists are not deleted' using errcode = 'LG000'; end if;
  if (new.month, new.lines, new.closed_at) is distinct from (old.month, old.lines, old.closed_at)
  then raise exception 'the checklist of a closed month never changes' using errcode = 'LG000'; end if;
  return new;
end $$;
create trigger month_checklist_guard before update or delete on month_checklist for each row execute function month_checklist_guard();
