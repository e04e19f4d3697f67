-- A confirmed tour that is moved waits for whoever lives there again: until then it is a wish, and lapses like one.
create function app.tour_asked_again() returns trigger language plpgsql as $$
begin
  new.lapse_at := least(app.now() + interval '24 hours', new.starts_at - interval '1 hour');
  new.remind_at := null;
  new.settle_at := null;
  return new;
end $$;
create trigger tour_asked_again before update of status on tour for each row when (old.status = 'confirmed' and new.status = 'requested')
  execute function app.tour_asked_again();
