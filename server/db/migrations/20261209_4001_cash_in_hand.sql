-- In whose hands money is that somebody wrote down and the platform answers for; null: it came to an account of the platform, or the platform holds none of it.
alter table payment add column holder_id bigint references company;
update payment p set holder_id = a.company_id from collection_account a where a.id = p.account_id and a.rail = 'cash' and p.fund = 'C';
create index payment_holder on payment (holder_id, id) where holder_id is not null;

-- What is theirs of money another company has, or owes: it may leave when that company has handed it over (decision 102).
alter table wallet_hold add column holder_id bigint references company;
alter table wallet_hold drop constraint wallet_hold_kind_check, add constraint wallet_hold_kind_check check (kind in ('clearing', 'reserve', 'dispute', 'cash'));
alter table wallet_hold add constraint wallet_hold_holder check ((kind = 'cash') = (holder_id is not null));
create index wallet_hold_holder on wallet_hold (holder_id, id) where holder_id is not null and released_at is null;
-- What was earned on cash that is still in somebody's hands.
insert into wallet_hold (company_id, fund, code, kind, cents, source, source_id, holder_id)
  select c.beneficiary_company_id, 'C', 2040, 'cash', sum(c.amount_cents + c.tax_cents), 'allocation', c.source_id, p.holder_id
  from commission c join allocation a on a.id = c.source_id and a.undone_at is null join payment p on p.id = a.payment_id
    join ledger_account l on l.fund = 'C' and l.code = 1040 and l.company_id = p.holder_id join ledger_total t on t.account_id = l.id and t.dr > t.cr
  where c.source = 'allocation' and c.beneficiary = 'agent' and c.fund = 'C' and c.beneficiary_company_id <> p.holder_id
  group by c.beneficiary_company_id, c.source_id, p.holder_id having sum(c.amount_cents + c.tax_cents) > 0;
