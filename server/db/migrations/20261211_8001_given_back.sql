-- What a credit note gave back of what was paid: of which part of which payment, and the credit it is of that payment since.
alter table allocation add column returned_cents bigint not null default 0, add check (returned_cents between 0 and cents);
alter table payment_credit add column allocation_id bigint references allocation;
create unique index payment_credit_allocation on payment_credit (allocation_id);
-- Of what was given back before, the newest part first.
update allocation a set returned_cents = s.cents
from (select n.id, least(n.cents, greatest(0, l.returned_cents - (sum(n.cents) over (partition by n.line_id order by n.id desc) - n.cents))) as cents
  from allocation n join invoice_line l on l.id = n.line_id where n.undone_at is null and l.returned_cents > 0) s
where s.id = a.id and s.cents > 0;
-- Who was given back all they had paid has paid nothing.
update invoice set paid_on = null where paid_on is not null and returned_cents > 0 and returned_cents = paid_cents;
