-- What modules above tell those below them, without those reading their tables.
-- Homes that a payment is put to or was put to, by a part of it or by what was over.
create view app.home_of_payment as
  select a.payment_id, i.tenancy_id from allocation a join invoice i on i.id = a.invoice_id
  union all
  select k.payment_id, k.tenancy_id from payment_credit k;
-- Journals that a line of a statement shows, as long as that is taken over.
create view app.journal_on_statement as
  select l.journal_id from statement_line l join statement s on s.id = l.statement_id where s.status = 'imported';
