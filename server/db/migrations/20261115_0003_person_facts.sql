-- What several rooms know of a person: where they work, how far we trust them, and whether they are on their way out.
alter table person
  add column region text check (region ~ '^0[0-4][0-9]$'),
  add column verified_status text not null default 'pending' check (verified_status in ('pending', 'verified', 'rejected', 'suspended')),
  add column locale text not null default 'en' check (locale in ('en', 'sw')),
  add column closing_at timestamptz,
  add column closed_at timestamptz;
alter table company
  add column business_type smallint check (business_type in (1, 2)),
  add column kra_pin text,
  add column reg_no text,
  add column phone text,
  add column email text,
  add column address text,
  add column region text check (region ~ '^0[0-4][0-9]$'),
  add column updated_at timestamptz not null default now();
create index person_type on person (user_type, id desc);
