-- The ground every room stands on: people and how they sign in, companies, the audit log, the log of moves, the outbox.

create extension if not exists citext;
create extension if not exists pg_trgm;

-- Short human codes: a prefix, five (later seven) characters that look random and a check character. The alphabet has
-- 31 letters without look-alikes; 31 is prime, so every single slip and every swap of neighbours is noticed.
create function make_code(prefix text, id bigint) returns text language plpgsql immutable strict as $$
declare
  alphabet constant text := '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
  width int := case when id < 28629151 then 5 else 7 end;
  space bigint := case when id < 28629151 then 28629151 else 27512614111 end;
  n bigint := (id * 7919177) % space;
  body text := '';
  total int := 0;
begin
  for place in 1..width loop
    body := body || substr(alphabet, (n % 31)::int + 1, 1);
    total := total + (place + 1) * (n % 31)::int;
    n := n / 31;
  end loop;
  return prefix || '-' || body || substr(alphabet, total % 31 + 1, 1);
end $$;

-- A company is the data boundary of owners, agents and dealers and of the staff they employ.
create table company (
  id bigint generated always as identity primary key,
  code text not null generated always as (make_code('CMP', id)) stored unique,
  kind text not null check (kind in ('owner', 'agent', 'dealer')),
  name text not null check (length(name) between 1 and 200),
  is_active boolean not null default true,
  created_at timestamptz not null default now()
);

-- What staff may do inside their employer's company: a set of "document.action".
create table staff_role (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  name text not null,
  grants text[] not null default '{}',
  created_at timestamptz not null default now(),
  unique (company_id, name)
);

create table person (
  id bigint generated always as identity primary key,
  code text not null generated always as (make_code('USR', id)) stored unique,
  name text not null,
  email citext not null unique,
  email_verified boolean not null default false,
  image text,
  phone text,
  user_type smallint not null default 8 check (user_type between 0 and 9),
  onboarding boolean not null default true,
  is_active boolean not null default true,
  company_id bigint references company,
  staff_role_id bigint references staff_role,
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index person_company on person (company_id) where company_id is not null;

create table person_session (
  id bigint generated always as identity primary key,
  person_id bigint not null references person on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index person_session_person on person_session (person_id);

-- One row a way of signing in: the password ("credential") and, later, other providers.
create table person_credential (
  id bigint generated always as identity primary key,
  person_id bigint not null references person on delete cascade,
  account_id text not null,
  provider_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index person_credential_person on person_credential (person_id);

create table verification (
  id bigint generated always as identity primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verification_identifier on verification (identifier);

-- Counters of attempts. Unlogged: losing them in a crash only forgives; they hold across nodes and restarts.
create unlogged table throttle (
  key text primary key,
  window_ends_at timestamptz not null,
  count int not null
);

-- Who changed what. One row a change, in the transaction of the change; nobody, not even us, edits it afterwards.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id bigint,
  actor_type smallint,
  company_id bigint,
  ip text,
  agent text,
  request_id text,
  kind smallint not null check (kind between 1 and 4),
  document text not null,
  record_id bigint,
  record_code text,
  diff jsonb not null default '[]',
  reason text
);
create index audit_log_actor on audit_log (actor_id, id desc);
create index audit_log_record on audit_log (document, record_id, id desc);

-- Every move of every status machine.
create table move_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  subject text not null,
  subject_id bigint not null,
  move text not null,
  from_state text not null,
  to_state text not null,
  actor_type text not null,
  actor_id bigint,
  reason text
);
create index move_log_subject on move_log (subject, subject_id, id desc);

create function refuse_change() returns trigger language plpgsql as $$ begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger audit_log_frozen before update or delete on audit_log for each row execute function refuse_change();
create trigger audit_log_kept before truncate on audit_log for each statement execute function refuse_change();
create trigger move_log_frozen before update or delete on move_log for each row execute function refuse_change();

-- Side effects wait here, written by the transaction that wants them; a worker carries them out after the commit.
create table outbox (
  id bigint generated always as identity primary key,
  topic text not null,
  key text unique,
  payload jsonb not null,
  created_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  attempts int not null default 0,
  done_at timestamptz,
  error text
);
create index outbox_waiting on outbox (due_at, id) where done_at is null;
create function outbox_wakes() returns trigger language plpgsql as $$ begin
  perform pg_notify('outbox', ''); return null;
end $$;
create trigger outbox_wakes after insert on outbox for each statement execute function outbox_wakes();

-- When each job of the clock last ran, and how it went; a row is locked while its job runs, so one node runs it.
create table job_run (
  name text primary key,
  last_started_at timestamptz,
  last_ended_at timestamptz,
  last_problem text,
  runs bigint not null default 0
);
