-- Who asks that the platform hold a company's money, or no longer does, and why; a second person decides. Null: nobody asks.
alter table ledger_book add column asked_mode text check (asked_mode in ('record', 'trust')), add column asked_reason text, add column asked_by bigint references person,
  add column asked_at timestamptz, add constraint ledger_book_asked check (num_nulls(asked_mode, asked_reason, asked_at) in (0, 3));
