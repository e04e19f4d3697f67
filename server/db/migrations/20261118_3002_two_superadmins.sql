-- Disabling or deleting a superadmin takes two: one asks, another confirms. One open request a person.
create table superadmin_request (
  id bigint generated always as identity primary key,
  person_id bigint not null references person,
  act text not null check (act in ('disable', 'delete')),
  reason text not null,
  asked_by bigint not null references person,
  created_at timestamptz not null default app.now(),
  settled_by bigint references person,
  settled_at timestamptz,
  agreed boolean,
  check ((settled_at is null) = (agreed is null) and (settled_at is null) = (settled_by is null)),
  check (agreed is distinct from true or settled_by <> asked_by)
);
create unique index superadmin_request_open on superadmin_request (person_id) where settled_at is null;

-- A second superadmin is invited like anybody of the platform.
alter table invitation drop constraint invitation_kind_check;
alter table invitation add constraint invitation_kind_check
  check (kind in ('staff', 'agent', 'owner', 'tenant', 'co_tenant', 'contractor', 'dealer', 'admin', 'subadmin', 'superadmin'));
