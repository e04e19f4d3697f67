-- The yearly certificate of the Estate Agents Registration Board, one row each time an agent sends one. Nobody has looked at it yet: seen is null.
-- The newest that was seen stays in force until its last day, also while the next one waits.
create table agent_certificate (
  id bigint generated always as identity primary key,
  person_id bigint not null references person on delete cascade,
  number text not null,
  file_id bigint references media_file on delete set null,
  expires_on date not null,
  seen boolean,
  judged_by bigint references person,
  judged_at timestamptz,
  note text not null default '',
  -- Which of the reminders was sent last: 60, 30 or 7 days before, 0 when it lapsed.
  reminded int,
  created_at timestamptz not null default app.now(),
  check ((seen is null) = (judged_at is null))
);
create unique index agent_certificate_waiting on agent_certificate (person_id) where seen is null;
create index agent_certificate_person on agent_certificate (person_id, expires_on desc);
create index agent_certificate_ends on agent_certificate (expires_on) where seen;
