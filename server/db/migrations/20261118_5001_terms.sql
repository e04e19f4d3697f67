-- Rent, deposit, service charge, water and power are said once: of a property, of its units of one type, of a unit. What a lower level
-- leaves out it has from above. A unit's own columns hold what holds for it; `inherits` names those it did not say itself.
create table rent_terms (
  id bigint generated always as identity primary key,
  property_id bigint not null references property,
  -- Null: of the whole property.
  unit_type_id bigint references taxon,
  rent_cents bigint check (rent_cents between 0 and 100000000000),
  deposit_cents bigint check (deposit_cents between 0 and 100000000000),
  service_charge_cents bigint check (service_charge_cents between 0 and 100000000000),
  -- Of the whole property water and power stand in property.utilities.
  water_source text[],
  power_type text,
  updated_by bigint references person,
  updated_at timestamptz not null default app.now()
);
create unique index rent_terms_level on rent_terms (property_id, coalesce(unit_type_id, 0));
create index rent_terms_type on rent_terms (unit_type_id);

alter table unit
  alter column service_charge_cents drop not null,
  alter column service_charge_cents drop default,
  add column water_source text[],
  add column power_type text,
  add column inherits text[] not null default '{}';
alter table listing add column inherits text[] not null default '{}';

/* The one place that says what a unit of a property and type has from above, and from which level. */
create function app.inherited_terms(of_property bigint, of_type bigint) returns table (
  rent_cents bigint, rent_from text, deposit_cents bigint, deposit_from text, service_charge_cents bigint, service_charge_from text,
  water_source text[], water_from text, power_type text, power_from text
) language sql stable parallel safe as $$
  select coalesce(t.rent_cents, p.rent_cents), case when t.rent_cents is not null then 'type' when p.rent_cents is not null then 'property' end,
    coalesce(t.deposit_cents, p.deposit_cents), case when t.deposit_cents is not null then 'type' when p.deposit_cents is not null then 'property' end,
    coalesce(t.service_charge_cents, p.service_charge_cents, 0),
    case when t.service_charge_cents is not null then 'type' when p.service_charge_cents is not null then 'property' end,
    coalesce(t.water_source, u.water), case when t.water_source is not null then 'type' when u.water is not null then 'property' end,
    coalesce(t.power_type, u.power), case when t.power_type is not null then 'type' when u.power is not null then 'property' end
  from property pr
  left join rent_terms p on p.property_id = pr.id and p.unit_type_id is null
  left join rent_terms t on t.property_id = pr.id and t.unit_type_id = of_type
  cross join lateral (select
    (select array_agg(w order by n) from jsonb_array_elements_text(case when jsonb_typeof(pr.utilities -> 'water' -> 'supply') = 'array' then pr.utilities -> 'water' -> 'supply' else '[]' end) with ordinality s(w, n)) as water,
    (select w from jsonb_array_elements_text(case when jsonb_typeof(pr.utilities -> 'power' -> 'supply') = 'array' then pr.utilities -> 'power' -> 'supply' else '[]' end) with ordinality s(w, n) where w <> 'generator' order by n limit 1) as power) u
  where pr.id = of_property
$$;

/* Null is inherited, anything else is the unit's own word; what is inherited follows whenever the unit is written. */
create function unit_inherits() returns trigger language plpgsql as $$
declare above record; fresh boolean := tg_op = 'INSERT'; marks text[] := '{}';
begin
  if new.rent_cents is null or (not fresh and new.rent_cents is not distinct from old.rent_cents and 'rent' = any (old.inherits)) then marks := marks || 'rent'::text; end if;
  if new.deposit_cents is null or (not fresh and new.deposit_cents is not distinct from old.deposit_cents and 'deposit' = any (old.inherits)) then marks := marks || 'deposit'::text; end if;
  if new.service_charge_cents is null or (not fresh and new.service_charge_cents is not distinct from old.service_charge_cents and 'service_charge' = any (old.inherits)) then marks := marks || 'service_charge'::text; end if;
  if new.water_source is null or (not fresh and new.water_source is not distinct from old.water_source and 'water' = any (old.inherits)) then marks := marks || 'water'::text; end if;
  if new.power_type is null or (not fresh and new.power_type is not distinct from old.power_type and 'power' = any (old.inherits)) then marks := marks || 'power'::text; end if;
  new.inherits := marks;
  if marks = '{}' then return new; end if;
  select * into above from app.inherited_terms(new.property_id, new.unit_type_id);
  if 'rent' = any (marks) then new.rent_cents := above.rent_cents; end if;
  if 'deposit' = any (marks) then new.deposit_cents := above.deposit_cents; end if;
  if 'service_charge' = any (marks) then new.service_charge_cents := coalesce(above.service_charge_cents, 0); end if;
  if 'water' = any (marks) then new.water_source := above.water_source; end if;
  if 'power' = any (marks) then new.power_type := above.power_type; end if;
  return new;
end $$;

-- Before the trigger is there: what was never said is inherited from now on, and a charge of nothing was the old way not to say one.
update unit set inherits = array_remove(array[
  case when rent_cents is null then 'rent' end, case when deposit_cents is null then 'deposit' end,
  case when service_charge_cents = 0 then 'service_charge' end, 'water', 'power'], null);
create trigger unit_inherits before insert or update on unit for each row execute function unit_inherits();

/* A level above changed: the units that inherit are written once more and so follow; whoever edits one sees that it changed. */
create function terms_followed() returns trigger language plpgsql as $$
declare of_property bigint; of_type bigint;
begin
  if tg_table_name = 'property' then of_property := new.id;
  elsif tg_op = 'DELETE' then of_property := old.property_id; of_type := old.unit_type_id;
  else of_property := new.property_id; of_type := new.unit_type_id; end if;
  update unit set revision = revision + 1
  where id in (select id from unit where property_id = of_property and deleted_at is null and inherits <> '{}'
    and (of_type is null or unit_type_id = of_type) order by id for no key update);
  return null;
end $$;
create trigger rent_terms_followed after insert or update or delete on rent_terms for each row execute function terms_followed();
create trigger property_terms_followed after update of utilities on property for each row
  when (old.utilities -> 'water' is distinct from new.utilities -> 'water' or old.utilities -> 'power' is distinct from new.utilities -> 'power')
  execute function terms_followed();
