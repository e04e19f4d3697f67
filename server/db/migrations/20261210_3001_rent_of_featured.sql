-- What of a featured place was paid out of collected rent: that much goes back to rent when its days are not had.
alter table featured_booking add column rent_cents bigint not null default 0 check (rent_cents between 0 and paid_cents);
update featured_booking b set rent_cents = r.cents
  from (select j.source_id as id, sum(e.cents) as cents from journal j join journal_entry e on e.journal_id = j.id join ledger_account a on a.id = e.dr and a.fund = 'C' and a.code = 2000
    where j.source = 'featured_booking' and j.kind = 'bought' group by 1) r
  where r.id = b.id and b.paid_by = 'wallet';
