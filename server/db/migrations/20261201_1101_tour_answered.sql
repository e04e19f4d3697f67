-- What a tour waits for ends with the state it waited in: the same statement that moves it.
alter table tour add column settled_at timestamptz;
create function app.tour_moved() returns trigger language plpgsql as $$
begin
  if new.status <> 'requested' then new.lapse_at := null; end if;
  if new.status not in ('requested', 'confirmed') then
    new.remind_at := null;
    new.settle_at := null;
    if old.status in ('requested', 'confirmed') then new.settled_at := app.now(); end if;
  end if;
  return new;
end $$;
create trigger tour_moved before update of status on tour for each row when (old.status is distinct from new.status) execute function app.tour_moved();
