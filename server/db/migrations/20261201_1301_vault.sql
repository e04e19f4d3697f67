-- A file of an application has a key of its own, so that a later version carries it along without opening it.
alter table application_file add column wrapped_key bytea;

-- Whether the same ID number applied to a company under another account, and nothing else: a keyed digest, of use to nobody without the key.
create table application_mark (
  id bigint generated always as identity primary key,
  application_id bigint not null references application on delete cascade,
  booking_id bigint not null references booking,
  company_id bigint not null references company,
  person_id bigint not null references person,
  mark bytea not null,
  created_at timestamptz not null default app.now(),
  unique (booking_id, company_id)
);
create index application_mark_of on application_mark (company_id, mark);
create index application_mark_application on application_mark (application_id);

-- What the applicant was asked for beside the short form, when somebody was last reminded, and until when a back-up comes before others.
alter table booking add column asked jsonb;
alter table booking add column reminded_at timestamptz;
alter table booking add column first_until timestamptz;
create index booking_waitlist on booking (waitlist_until) where waitlist_until is not null;
create index booking_listing on booking (listing_id);
create index booking_property on booking (property_id);
