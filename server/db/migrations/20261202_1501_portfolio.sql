-- A portfolio of tenancies from a landlord's sheet: what it brought is known by it, so that it goes on after a crash and can be taken back.
create table portfolio (
  id bigint generated always as identity primary key,
  code text not null generated always as (make_code('PFL', id)) stored unique,
  -- Whose sheet it is; whose homes they are.
  company_id bigint not null references company,
  holder_id bigint not null references company,
  client_key uuid not null,
  file_name text not null check (length(file_name) between 1 and 200),
  as_of date not null,
  created_by bigint not null references person,
  created_at timestamptz not null default app.now(),
  undone_at timestamptz
);
create unique index portfolio_once on portfolio (created_by, client_key);
create index portfolio_company on portfolio (company_id, id desc);

-- Its lines. What was typed is kept of those that wait or were left out only, and goes after thirty days: they are names and numbers of people.
create table portfolio_row (
  id bigint generated always as identity primary key,
  portfolio_id bigint not null references portfolio on delete cascade,
  line int not null,
  sheet text not null default '',
  property text not null default '',
  cells jsonb not null default '{}',
  problems jsonb not null default '[]',
  state text not null check (state in ('waiting', 'brought', 'wrong', 'undone', 'kept')),
  tenancy_id bigint references tenancy on delete set null,
  -- The unit was said to be lived in before: taken back, it is again.
  took_up boolean not null default false,
  created_at timestamptz not null default app.now()
);
create index portfolio_row_of on portfolio_row (portfolio_id, state, id);
create index portfolio_row_tenancy on portfolio_row (tenancy_id) where tenancy_id is not null;

alter table tenancy add constraint tenancy_import foreign key (import_id) references portfolio;
create index tenancy_imported on tenancy (import_id) where import_id is not null;
