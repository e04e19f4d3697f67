-- Rows a sheet left out, as they were typed and with why, so that they can be read and mended after it ended; the clock sweeps them.
create table intake_left (
  id bigint generated always as identity primary key,
  intake_id bigint not null references intake,
  line int not null,
  sheet text not null,
  property text not null,
  -- The unit was there already and was to be left as it is.
  there boolean not null default false,
  cells jsonb not null,
  problems jsonb not null,
  created_at timestamptz not null default app.now()
);
create index intake_left_intake on intake_left (intake_id, id);
create index intake_left_created on intake_left using brin (created_at);
