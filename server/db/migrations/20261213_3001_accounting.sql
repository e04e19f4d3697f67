-- Reconciliation worksheets that one person prepares and another signs, and certificates of the client money at the end of a day.

create table account_worksheet (
  id bigint generated always as identity primary key,
  code text not null generated always as (make_code('REC', id)) stored unique,
  account_id bigint not null references collection_account,
  day date not null,
  status text not null default 'prepared' check (status in ('prepared', 'signed', 'returned', 'withdrawn', 'replaced')),
  -- The figures as they were prepared. They never change, so a later change of the ledger is visible beside them.
  figures jsonb not null,
  difference_cents bigint not null,
  note text not null default '' check (length(note) <= 500),
  prepared_by bigint references person,
  prepared_at timestamptz not null default app.now(),
  decided_by bigint references person,
  decided_at timestamptz,
  decision text not null default '' check (length(decision) <= 500),
  -- An unexplained difference is signed only with an explanation.
  check (difference_cents = 0 or length(note) >= 10),
  check (status not in ('signed', 'replaced') or (decided_by is not null and decided_by is distinct from prepared_by))
);
-- A day of an account has one worksheet that waits and one that counts.
create unique index account_worksheet_one_prepared on account_worksheet (account_id, day) where status = 'prepared';
create unique index account_worksheet_one_signed on account_worksheet (account_id, day) where status = 'signed';
create index account_worksheet_newest on account_worksheet (id desc);
create index account_worksheet_prepared_by on account_worksheet (prepared_by);
create index account_worksheet_decided_by on account_worksheet (decided_by);

create function account_worksheet_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then raise exception 'worksheets are not deleted' using errcode = 'LG000'; end if;
  if (new.account_id, new.day, new.figures, new.difference_cents, new.note, new.prepared_at) is distinct from
     (old.account_id, old.day, old.figures, old.difference_cents, old.note, old.prepared_at)
  then raise exception 'the figures of a worksheet never change' using errcode = 'LG000'; end if;
  return new;
end $$;
create trigger account_worksheet_guard before update or delete on account_worksheet for each row execute function account_worksheet_guard();

create table client_money_certificate (
  id bigint generated always as identity primary key,
  code text not null generated always as (make_code('CMC', id)) stored unique,
  day date not null,
  figures jsonb not null,
  -- Of the bytes of the PDF, so that a copy can be compared with the original.
  sha256 text not null unique check (sha256 ~ '^[0-9a-f]{64}$'),
  file_id bigint not null references media_file,
  made_by bigint references person,
  made_at timestamptz not null default app.now()
);
create index client_money_certificate_newest on client_money_certificate (id desc);
create index client_money_certificate_file on client_money_certificate (file_id);
create index client_money_certificate_made_by on client_money_certificate (made_by);
