-- Whoever was invited by phone has a phone and no e-mail: the number they proved by a code is their way in.
alter table person alter column email drop not null;
alter table person add column phone_proved_at timestamptz;
-- A proved number is one person's; numbers that were only typed may stand with several.
create unique index person_phone_proved on person (phone) where phone_proved_at is not null;
-- Nobody is left without a way in.
alter table person add constraint person_reached check (email is not null or (phone is not null and phone_proved_at is not null));

-- Codes sent to a phone: one a number, kept as a keyed hash, right once.
create table phone_code (
  phone text primary key,
  code_hash text not null,
  tries smallint not null default 0,
  expires_at timestamptz not null,
  sent_at timestamptz not null default app.now()
);

-- A number that is changed is not the one that was proved, whoever changes it.
create function app.phone_unproved() returns trigger language plpgsql as $$
begin
  if new.phone is distinct from old.phone and new.phone_proved_at is not distinct from old.phone_proved_at then
    new.phone_proved_at := null;
  end if;
  return new;
end $$;
create trigger person_phone_unproved before update of phone on person for each row execute function app.phone_unproved();
