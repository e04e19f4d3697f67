-- Where the platform's money comes to is said by two. Who asks for an account of the platform's, or for another number of one, and for which; a second superadmin decides. Null: nobody
-- asks. What waits is new and takes part in nothing until then.
alter table collection_account add column waiting boolean not null default false, add column asked_number text, add column asked_bank_code text,
  add column asked_by bigint references person, add column asked_at timestamptz,
  add constraint collection_account_asked check (num_nulls(asked_number, asked_by, asked_at) in (0, 3) and (asked_at is null or (company_id is null and not of_env))),
  add constraint collection_account_waits check (not waiting or (asked_at is not null and not active));
