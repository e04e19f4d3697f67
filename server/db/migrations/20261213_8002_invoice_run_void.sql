-- A run with a wrong amount or month was undone invoice by invoice. A run is now voided as a whole, in batches that continue at their own cursor.
alter table invoice_run
  add column void_asked_at timestamptz,
  add column void_by bigint references person,
  add column void_reason text check (length(void_reason) between 3 and 500),
  add column void_cursor bigint not null default 0,
  add column voided int not null default 0,
  add column void_problem text,
  add column void_finished_at timestamptz,
  add constraint invoice_run_void_asked check ((void_asked_at is null) = (void_reason is null)),
  add constraint invoice_run_void_finished check (void_finished_at is null or void_asked_at is not null);
