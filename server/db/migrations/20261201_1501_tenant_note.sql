-- What a company writes down about somebody who rents from it, for itself: neither they nor the platform's staff read it.
create table tenant_note (
  id bigint generated always as identity primary key,
  company_id bigint not null references company,
  tenant_id bigint not null references tenant,
  author_id bigint references person,
  body text not null check (length(body) between 1 and 4000),
  created_at timestamptz not null default app.now(),
  edited_at timestamptz
);
create index tenant_note_tenant on tenant_note (tenant_id, id desc);
create index tenant_tags on tenant using gin (tags);
create index tenant_email on tenant (company_id, lower(email)) where merged_into is null and email is not null;
create index tenant_merged on tenant (merged_into) where merged_into is not null;
create index booking_tenant on booking (tenant_id);
