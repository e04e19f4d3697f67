-- Every change of an account of the platform is requested by one super admin and decided by another: also its name, by which people recognise it, and
-- whether it is in use.
alter table collection_account add column asked_name text, add column asked_active boolean;
update collection_account set asked_name = name, asked_active = waiting or active where asked_at is not null;
alter table collection_account drop constraint collection_account_asked,
  add constraint collection_account_asked check (
    num_nulls(asked_number, asked_by, asked_at, asked_name, asked_active) in (0, 5) and (asked_at is null or (company_id is null and not of_env))
  );
