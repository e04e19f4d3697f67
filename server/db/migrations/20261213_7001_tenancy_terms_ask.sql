-- Payers with an account confirm a tenancy that a manager records as existing, before it begins and before anything is billed. The request names the
-- tenants who are asked and those who accepted; of an import also the day on which it begins unless a tenant objected.
alter table tenancy add column terms_ask jsonb;
