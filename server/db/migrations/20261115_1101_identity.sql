-- How people prove who they are: one-time links, passkeys, the second factor, the devices they use; and what each role tells us.

-- A link that was mailed. Only the hash of its code is kept; a used one stays, so that using it again can be told from guessing.
create table one_time_link (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('verify_email', 'reset_password', 'passwordless', 'oauth')),
  person_id bigint not null references person on delete cascade,
  code_hash text not null,
  -- The address it was sent to: a link outlives no change of address.
  email citext not null,
  data jsonb not null default '{}',
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index one_time_link_person on one_time_link (person_id, kind);
create index one_time_link_old on one_time_link (expires_at);

create table person_passkey (
  id bigint generated always as identity primary key,
  person_id bigint not null references person on delete cascade,
  name text,
  public_key text not null,
  credential_id text not null unique,
  counter bigint not null default 0,
  device_type text not null,
  backed_up boolean not null default false,
  transports text,
  aaguid text,
  created_at timestamptz not null default now()
);
create index person_passkey_person on person_passkey (person_id);

-- The secret is encrypted with a key of the installation; `last_step` keeps a code from being used twice.
create table person_second_factor (
  person_id bigint primary key references person on delete cascade,
  secret text not null,
  last_step bigint not null default 0,
  recovery_hashes text[] not null default '{}',
  confirmed_at timestamptz,
  created_at timestamptz not null default now()
);

create table person_device (
  person_id bigint not null references person on delete cascade,
  agent_hash text not null,
  agent text not null,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  primary key (person_id, agent_hash)
);

-- What a role tells about itself when it joins; the contract says what each kind holds.
create table person_profile (
  person_id bigint primary key references person on delete cascade,
  kind text not null check (kind in ('tenant', 'owner', 'agent', 'dealer')),
  details jsonb not null default '{}',
  updated_at timestamptz not null default now()
);

-- When the person last proved who they are in this session, and when the session was last used (to five minutes).
alter table person_session
  add column proved_at timestamptz not null default now(),
  add column seen_at timestamptz not null default now();
create index person_closing on person (closing_at) where closing_at is not null and closed_at is null;
