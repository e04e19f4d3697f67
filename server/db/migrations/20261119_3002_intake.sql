-- "Bring my Excel": one file of properties, units, who lives where and what they owe. What it brought is known by it, so that it can be taken back.
create table intake (
  id bigint generated always as identity primary key,
  code text not null generated always as (make_code('XLS', id)) stored unique,
  company_id bigint not null references company,
  -- The browser's own key: the same sheet sent twice, because its answer got lost, is brought once.
  client_key uuid not null,
  file_name text not null check (length(file_name) between 1 and 200),
  units int not null default 0,
  occupants int not null default 0,
  balances int not null default 0,
  refused int not null default 0,
  created_by bigint not null references person,
  created_at timestamptz not null default app.now(),
  undone_at timestamptz
);
create unique index intake_once on intake (created_by, client_key);
create index intake_company on intake (company_id, id desc);

alter table import_batch add column intake_id bigint references intake, add column made_property boolean not null default false;
create index import_batch_intake on import_batch (intake_id) where intake_id is not null;

-- Who lives in a unit by the word of whoever manages it, until the leasing room (issue 9) makes a tenancy of it and sets taken_up_at.
create table occupant (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  property_id bigint not null references property,
  unit_id bigint not null references unit,
  intake_id bigint references intake,
  name text not null check (length(name) between 1 and 120),
  phone text check (phone ~ '^\+\d{7,15}$'),
  since date,
  rent_cents bigint check (rent_cents between 0 and 100000000000),
  -- What the landlord holds as deposit.
  deposit_held_cents bigint check (deposit_held_cents between 0 and 100000000000),
  created_by bigint references person,
  created_at timestamptz not null default app.now(),
  ended_at timestamptz,
  taken_up_at timestamptz
);
create unique index occupant_one on occupant (unit_id) where ended_at is null;
create index occupant_property on occupant (property_id);
create index occupant_intake on occupant (intake_id);
create index occupant_phone on occupant (phone) where phone is not null;

-- What an occupant owed (+) or had paid ahead (−) on a day, in cents, until the money room (issue 10) posts it and sets taken_up_at.
create table opening_balance (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  property_id bigint not null references property,
  unit_id bigint not null references unit,
  occupant_id bigint not null references occupant on delete cascade,
  intake_id bigint references intake,
  cents bigint not null check (cents <> 0 and abs(cents) <= 100000000000),
  currency text not null default 'KES',
  as_of date not null,
  created_by bigint references person,
  created_at timestamptz not null default app.now(),
  taken_up_at timestamptz
);
create unique index opening_balance_one on opening_balance (occupant_id);
create index opening_balance_property on opening_balance (property_id);
create index opening_balance_intake on opening_balance (intake_id);

/* A unit that is gone, or that nobody lives in any more, keeps nobody's name and phone longer than somebody may ask for them. */
create function occupant_follows() returns trigger language plpgsql as $$
begin
  if new.deleted_at is not null and old.deleted_at is null then
    delete from occupant where unit_id = new.id and taken_up_at is null;
  else
    update occupant set ended_at = app.now() where unit_id = new.id and ended_at is null and taken_up_at is null;
  end if;
  return null;
end $$;
create trigger unit_occupant_follows after update of status, deleted_at on unit for each row
  when ((old.deleted_at is null and new.deleted_at is not null) or (old.status = 'occupied' and new.status <> 'occupied'))
  execute function occupant_follows();
