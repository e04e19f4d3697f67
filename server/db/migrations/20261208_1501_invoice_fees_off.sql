-- Why no late fee comes of an invoice any more, and who said so: {"reason": …, "by": …}. Of those let go before this was kept, nobody knows.
alter table invoice add column fees_off jsonb;
alter table invoice add check (fees_off is null or fees_off_at is not null);

-- What came in on which days, of everybody's invoices.
create index allocation_paid on allocation (paid_on, invoice_id) include (line_id, cents) where undone_at is null and payment_id is not null;
