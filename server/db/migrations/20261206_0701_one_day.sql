-- From when a home can be had is one day everywhere: the later of the unit's and its listing's, and never before its tenant leaves.
create function app.offer_from(listing_from date, unit_from date, let_from date) returns date language sql immutable parallel safe
  return greatest(listing_from, unit_from, let_from);

-- The whole of a property can be had once the last who leaves has left.
create function app.whole_from(property_id bigint) returns date language sql stable parallel safe
begin atomic
  select max(o.let_from) from unit o where o.property_id = whole_from.property_id and o.deleted_at is null;
end;

do $$
declare body text := pg_get_viewdef('card_now'::regclass);
  said constant text := 'GREATEST(COALESCE(l.available_from, u.available_from), u.let_from)';
begin
  if position(said in body) = 0 then raise exception 'card_now says its day in other words'; end if;
  execute 'create or replace view card_now as ' || replace(body, said, 'app.offer_from(l.available_from, u.available_from, CASE WHEN l.unit_id IS NULL THEN app.whole_from(l.property_id) ELSE u.let_from END)');
end $$;

-- Whose unit is free later than its listing said.
select refresh_cards(array(select c.id from listing_card c join listing l on l.id = c.id left join unit u on u.id = c.unit_id
  where u.available_from > l.available_from or (l.unit_id is null and app.whole_from(l.property_id) > coalesce(l.available_from, '-infinity'))));

