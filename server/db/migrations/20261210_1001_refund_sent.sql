-- A refund of what lies on the platform's paybill is sent from there, as payouts are: to the number it was paid from, or to one that two persons typed.
-- What was asked for before goes by hand, as it was meant.
alter table refund
  add column way text not null default 'hand' check (way in ('payer', 'typed', 'hand')),
  -- M-Pesa itself said that it went. What a person said is proven by the line of a statement.
  add column proven_at timestamptz;

-- One attempt to send a refund.
create table refund_transfer (
  id bigint generated always as identity primary key,
  refund_id bigint not null references refund,
  attempt smallint not null check (attempt >= 1),
  -- The paybill it leaves from.
  account_id bigint not null references collection_account,
  cents bigint not null check (cents > 0),
  fee_cents bigint not null default 0 check (fee_cents >= 0),
  -- Ours: what M-Pesa knows this attempt by, and what a repeat would be told by.
  key text not null unique check (length(key) <= 19),
  conversation_id text unique,
  external_id text unique,
  status text not null default 'queued' check (status in ('queued', 'sent', 'confirmed', 'failed', 'unknown')),
  error text check (error in ('bad_account', 'name_mismatch', 'limit', 'insufficient_float', 'timeout', 'duplicate', 'amount_mismatch', 'callback_lost', 'unknown')),
  result_code text,
  result_text text not null default '' check (length(result_text) <= 500),
  -- Said to have failed and to have arrived, and nobody has decided which.
  disputed_at timestamptz,
  ask_at timestamptz,
  asked smallint not null default 0,
  sent_at timestamptz,
  settled_at timestamptz,
  settled_by bigint references person,
  created_at timestamptz not null default app.now(),
  unique (refund_id, attempt)
);
-- Never two on their way, and none after one that arrived.
create unique index refund_transfer_live on refund_transfer (refund_id) where status in ('queued', 'sent', 'unknown', 'confirmed');
create index refund_transfer_ask on refund_transfer (ask_at) where ask_at is not null;
create index refund_transfer_open on refund_transfer (account_id) where status in ('queued', 'sent', 'unknown');
create index refund_said on refund (paid_from) where status = 'paid' and paid_how = 'mpesa' and proven_at is null;
