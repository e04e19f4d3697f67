-- A transfer keeps the account of the platform's it leaves from: a paybill is changed, a second bank is opened, and what left stays where it left. Until
-- now the first account of its kind was meant.
alter table settlement_transaction add column account_id bigint references collection_account;
update settlement_transaction t set account_id = (
  select a.id from ledger_account l join collection_account a on l.ref = 'collection:' || a.id
  where l.fund = 'C' and l.code = case t.rail when 'mpesa' then 1000 else 1010 end order by l.id limit 1)
from settlement_payment p where p.id = t.settlement_id and (t.rail = 'mpesa' or p.fund = 'C');
create index settlement_transaction_from on settlement_transaction (account_id) where status in ('queued', 'sent', 'unknown');

-- An answer of M-Pesa is of the moment it was reckoned.
alter table bank_figure add column at timestamptz;
update bank_figure set at = created_at where source = 'query';
