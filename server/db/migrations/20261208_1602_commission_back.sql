-- Rent that a credit note gave back, and days of a featured place that were given back, take the commission on them along: rows of their own, below
-- zero, in the heap it was reckoned in. A dealer's share is of what was bought, net, whoever paid for it and how.
alter table commission drop constraint commission_source_check;
alter table commission add constraint commission_source_check check (source in ('allocation', 'payment', 'featured', 'credit_note', 'featured_back'));
drop index commission_once;
create unique index commission_once on commission (rule_id, source, source_id, beneficiary) where reverses is null and source not in ('credit_note', 'featured_back');
