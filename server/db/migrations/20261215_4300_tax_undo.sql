-- Two people undo the record of a tax payment, by a reversing journal. Its number can then be recorded again with the right figures.
alter table tax_remittance
  add column undone_at timestamptz,
  add column undone_by bigint references person,
  add column undo_request_id bigint unique references approval_request,
  add constraint tax_remittance_undone check ((undone_at is null) = (undo_request_id is null));
create index tax_remittance_undone_by on tax_remittance (undone_by);
alter table tax_remittance drop constraint tax_remittance_reference_key;
create unique index tax_remittance_reference on tax_remittance (reference) where undone_at is null;
