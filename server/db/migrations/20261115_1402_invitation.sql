-- Invitations: one row somebody is asked by, however often it is sent. The key itself is only in the message.
create table invitation (
  id bigint generated always as identity primary key,
  code text not null generated always as (make_code('IVT', id)) stored unique,
  key_hash text,
  short_code text unique,
  -- Who used a code stands in a row of their own, under the row of the code.
  parent_id bigint references invitation,
  kind text not null check (kind in ('staff', 'agent', 'owner', 'tenant', 'co_tenant', 'contractor', 'dealer', 'admin', 'subadmin')),
  source text not null default 'invite' check (source in ('booking', 'code', 'invite')),
  status text not null default 'pending' check (status in ('pending', 'accepted', 'revoked', 'closed')),
  inviter_id bigint not null references person,
  company_id bigint references company,
  email citext,
  phone text,
  role_id bigint references staff_role,
  team_id bigint references team,
  message text not null default '',
  locale text not null default 'en' check (locale in ('en', 'sw')),
  expires_at timestamptz not null,
  sends int not null default 0,
  sent_on date,
  sends_on_day int not null default 0,
  uses int not null default 0,
  max_uses int check (max_uses between 1 and 500),
  accepted_by bigint references person,
  accepted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((short_code is null) = (max_uses is null)),
  check (source <> 'invite' or email is not null or phone is not null)
);
create index invitation_company on invitation (company_id, id desc);
create index invitation_inviter on invitation (inviter_id, id desc);
create index invitation_due on invitation (expires_at) where status = 'pending';
create unique index invitation_email_once on invitation (coalesce(company_id, 0), kind, email) where status = 'pending' and email is not null;
create unique index invitation_phone_once on invitation (coalesce(company_id, 0), kind, phone) where status = 'pending' and phone is not null;
