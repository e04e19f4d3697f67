-- What a tenancy remembers beside its terms: what was waived before somebody moved in ({agreement: {reason, by, at}}), an offer to renew that stands,
-- which alert before its end was told last, and on which day who manages it was last told what is missing.
alter table tenancy
  add column waived jsonb not null default '{}',
  add column renewal jsonb,
  add column alerted smallint,
  add column told_on date;
create index tenancy_escalation on tenancy ((escalation ->> 'next_on')) where status = 'active' and escalation ->> 'kind' <> 'none';
create index tenancy_leaving on tenancy (leaving_on) where leaving_on is not null and status in ('active', 'expired');
