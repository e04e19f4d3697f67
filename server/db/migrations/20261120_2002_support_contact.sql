-- How support is reached, once a superadmin has said so; until then the environment says it. One row.
create table support_contact (
  id int primary key default 1 check (id = 1),
  phone text,
  whatsapp text,
  email text not null,
  hours_en text not null default '',
  hours_sw text not null default '',
  revision int not null default 1,
  updated_by bigint references person on delete set null,
  updated_at timestamptz not null default app.now()
);
