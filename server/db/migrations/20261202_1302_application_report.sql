-- The applicant reports a problem with a booking: until then the platform's staff may read the application that came with it, and nothing else opens it to them.
create table application_report (
  id bigint generated always as identity primary key,
  booking_id bigint not null references booking,
  application_id bigint not null references application on delete cascade,
  person_id bigint not null references person,
  body text not null check (length(body) <= 2000),
  until timestamptz not null,
  ended_at timestamptz,
  created_at timestamptz not null default app.now()
);
create unique index application_report_open on application_report (booking_id) where ended_at is null;
create index application_report_of on application_report (application_id);
create index application_report_person on application_report (person_id);
-- Whoever looked for the platform has no company.
alter table application_look alter column company_id drop not null;
