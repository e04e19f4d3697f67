-- A request of one person that another approves, for every act that has no pending columns of its own. The act is stored with its parameters and is
-- carried out in the transaction of the approval.
create table approval_request (
  id bigint generated always as identity primary key,
  code text not null generated always as (make_code('APR', id)) stored unique,
  kind text not null check (kind ~ '^[a-zA-Z]{3,40}$'),
  -- The record that the act changes; null for an act without a record of its own.
  subject_id bigint,
  company_id bigint references company,
  cents bigint,
  params jsonb not null,
  reason text not null check (length(reason) between 3 and 500),
  evidence_file_id bigint references media_file,
  status text not null default 'asked' check (status in ('asked', 'approved', 'rejected', 'withdrawn', 'expired')),
  asked_by bigint references person,
  asked_at timestamptz not null default app.now(),
  expires_at timestamptz not null,
  decided_by bigint references person,
  decided_at timestamptz,
  decision text not null default '' check (length(decision) <= 500),
  check (status <> 'approved' or (decided_by is not null and decided_by is distinct from asked_by))
);
create unique index approval_request_one_open on approval_request (kind, subject_id) nulls not distinct where status = 'asked';
create index approval_request_newest on approval_request (id desc);
create index approval_request_asked_by on approval_request (asked_by);
create index approval_request_decided_by on approval_request (decided_by);
create index approval_request_company on approval_request (company_id);
create index approval_request_evidence on approval_request (evidence_file_id);
