-- What of an invoice was given up as never to be paid: closed by that, nobody paid it, whatever its status says (decision 107).
alter table invoice add column written_off_cents bigint not null default 0;
update invoice i set written_off_cents = n.cents
  from (select invoice_id, sum(unpaid_cents)::bigint as cents from credit_note where kind = 'write_off' group by invoice_id) n where n.invoice_id = i.id;
alter table invoice add check (written_off_cents between 0 and credited_cents);
update invoice set paid_on = null where paid_on is not null and status = 'paid' and (written_off_cents > 0 or (paid_cents = 0 and credited_cents > 0));
