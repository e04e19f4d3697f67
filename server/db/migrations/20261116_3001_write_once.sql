-- Writes that were done under a key of their sender, so that the same write arriving again is answered and not done again.
-- Kept a day. `answer` is null where it held something that is shown once: a repeat is then told that it was done.
create table write_once (
  who text not null,
  call text not null,
  key text not null,
  body bytea not null,
  answer text,
  at timestamptz not null default app.now(),
  primary key (who, call, key)
);
create index write_once_at on write_once (at);
