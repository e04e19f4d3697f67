-- Roles of companies and of the platform, teams, and what an agent company may do for an owner's.
alter table staff_role
  alter column company_id drop not null,
  drop constraint staff_role_company_id_name_key,
  add column code text not null generated always as (make_code('ROL', id)) stored unique,
  add column audience text not null default 'company' check (audience in ('company', 'platform')),
  add column system boolean not null default false,
  add column description text not null default '',
  add column base_id bigint references staff_role,
  add column revision int not null default 1,
  add column created_by bigint references person,
  add column updated_at timestamptz not null default now(),
  add column deleted_at timestamptz,
  -- A role without a company is the platform's, or a system role that every company has.
  add constraint staff_role_home check (company_id is not null or audience = 'platform' or system);
create unique index staff_role_name on staff_role (coalesce(company_id, 0), audience, lower(name)) where deleted_at is null;
create index person_staff_role on person (staff_role_id) where staff_role_id is not null;

alter table person
  add column job_title text not null default '',
  add column starts_on date,
  add column ends_on date;

create table team (
  id bigint generated always as identity primary key,
  code text not null generated always as (make_code('TEM', id)) stored unique,
  company_id bigint not null references company,
  name text not null check (length(name) between 1 and 120),
  lead_id bigint references person,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index team_name on team (company_id, lower(name)) where deleted_at is null;

create table team_member (
  team_id bigint not null references team,
  person_id bigint not null references person,
  primary key (team_id, person_id)
);
create index team_member_person on team_member (person_id);

-- An agent company works for an owner company; `grants` is what it may do on the owner's properties.
create table mandate (
  id bigint generated always as identity primary key,
  code text not null generated always as (make_code('MND', id)) stored unique,
  owner_company_id bigint not null references company,
  agent_company_id bigint not null references company,
  grants text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  ended_at timestamptz,
  check (owner_company_id <> agent_company_id)
);
create unique index mandate_pair on mandate (owner_company_id, agent_company_id) where ended_at is null;
create index mandate_agent on mandate (agent_company_id) where ended_at is null;

-- Roles everybody starts with; locked. What a company's account holder lacks is cut off when a role is read.
with every (document) as (select unnest(array['admins', 'agents', 'amenities', 'other_dashboard_analytics', 'commission', 'commission_settings', 'contacts', 'dashboard', 'dealers', 'expenses', 'featured_properties', 'income', 'invites', 'invoices', 'locations', 'notifications', 'maintenance_request', 'offers', 'booking', 'owners', 'payments', 'property', 'property_categories', 'settings_property_general_settings', 'property_types', 'property_verification', 'property_rating_categories', 'report_abuse', 'revenue', 'sub_admins', 'settlement_errors', 'taxes', 'units', 'unit_types', 'staff_roles_and_permissions', 'settings_general_settings', 'staff', 'teams', 'tenancies', 'tenants', 'tenancy_transactions', 'settlement_transactions', 'tours', 'work_orders', 'vacation_request', 'policies', 'property_utilities', 'property_analytics', 'comprehensive_reports', 'abuse_reports', 'wallet', 'wallet_settings', 'pricing_plan', 'property_pricing_plan', 'company_pricing_plan']))
insert into staff_role (company_id, audience, system, name, description, grants)
select null, audience, true, name, description, array(select document || '.' || action from every, unnest(actions) action)
from (values
  ('company', 'Manager', 'Everything the account holder may do', array['create', 'read', 'edit', 'delete']),
  ('company', 'Viewer', 'Sees everything and changes nothing', array['read']),
  ('platform', 'Full access', 'Everything the account type may do', array['create', 'read', 'edit', 'delete']),
  ('platform', 'Viewer', 'Sees everything and changes nothing', array['read'])
) as roles (audience, name, description, actions);
