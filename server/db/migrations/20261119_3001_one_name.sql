-- Two A101 cannot be in one property, whatever the block, the case and the spaces: post, meters and payments know a door by its name.
-- The second of a pair takes its block in front, or the first number that is free behind.
do $$
declare twin record; want text; n int;
begin
  for twin in
    select u.id, u.property_id, u.block, u.name from unit u
    where u.deleted_at is null and exists (select 1 from unit o where o.property_id = u.property_id and o.deleted_at is null and o.id < u.id
      and lower(regexp_replace(o.name, '\s', '', 'g')) = lower(regexp_replace(u.name, '\s', '', 'g')))
    order by u.id
  loop
    n := 1;
    want := case when btrim(twin.block) = '' then left(twin.name, 50) || ' (2)' else left(btrim(twin.block) || ' ' || twin.name, 54) end;
    while exists (select 1 from unit o where o.property_id = twin.property_id and o.deleted_at is null and o.id <> twin.id
      and lower(regexp_replace(o.name, '\s', '', 'g')) = lower(regexp_replace(want, '\s', '', 'g')))
    loop
      n := n + 1;
      want := left(twin.name, 50) || ' (' || n || ')';
    end loop;
    update unit set name = want, revision = revision + 1 where id = twin.id;
  end loop;
end $$;
drop index unit_name;
create unique index unit_name on unit (property_id, lower(regexp_replace(name, '\s', '', 'g'))) where deleted_at is null;

-- Somebody lives there because whoever looks after it says so, and no tenancy holds it yet: they may also say that it is empty again.
-- The leasing room clears the mark of a unit whose occupant becomes a tenancy.
alter table unit add column occupied_said boolean not null default false;
