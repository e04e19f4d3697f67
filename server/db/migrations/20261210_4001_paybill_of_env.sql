-- Which account is the paybill of the environment: the one payers are told of and payouts leave from. The server says it anew whenever it reads its environment.
alter table collection_account
  add column of_env boolean not null default false,
  add constraint collection_account_env_is_ours check (not of_env or (company_id is null and rail = 'mpesa' and fund = 'C'));
-- What it was taken for until now.
update collection_account set of_env = true where id =
  (select max(id) from collection_account where company_id is null and rail = 'mpesa' and fund = 'C' and active);
