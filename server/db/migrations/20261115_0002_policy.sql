-- Policies by user type, with every version they have had.
create table policy (
  id bigint generated always as identity primary key,
  slug text not null,
  user_type smallint not null check (user_type between 0 and 8),
  kind text not null check (kind in ('terms', 'privacy', 'refund', 'listing', 'data_consent', 'conduct', 'cookies')),
  title text not null,
  title_sw text not null default '',
  body text not null,
  body_sw text not null default '',
  status text not null default 'draft' check (status in ('draft', 'published', 'retired')),
  version int not null default 1,
  effective_from date not null,
  requires_consent boolean not null default false,
  revision int not null default 1,
  created_by bigint references person,
  updated_by bigint references person,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index policy_slug on policy (slug) where deleted_at is null;
create index policy_menu on policy (user_type, title) where status = 'published' and deleted_at is null;
create index policy_title on policy using gin (title gin_trgm_ops);

create table policy_version (
  policy_id bigint not null references policy,
  version int not null,
  title text not null,
  title_sw text not null,
  body text not null,
  body_sw text not null,
  summary text not null default '',
  effective_from date not null,
  created_by bigint references person,
  created_at timestamptz not null default now(),
  primary key (policy_id, version)
);

-- Who agreed to what, when and from where. A new version asks anew.
create table policy_consent (
  id bigint generated always as identity primary key,
  person_id bigint not null references person,
  policy_id bigint not null references policy,
  version int not null,
  at timestamptz not null default now(),
  ip text,
  unique (person_id, policy_id, version)
);
