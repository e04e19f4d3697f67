-- Payments are matched by the full text of a statement line: by the payer's earlier payments, the phone number of a tenant and the exact amount.
create index payment_payer_phone on payment (phone_mark) where phone_mark is not null and match = 'matched';
create index payment_payer_name on payment (app.bare(payer)) where payer is not null and match = 'matched';
create index tenant_phone_number on tenant (phone) where phone is not null;
create index invoice_open_amount on invoice (open_cents) where status in ('unpaid', 'active');
-- The words of a name, to find tenants that a text names by two of them. The client finds words in the same way (contract/matching/narration.ts).
create function app.name_words(text) returns text[] language sql immutable strict parallel safe
  return array(select w from regexp_split_to_table(upper($1), '[^A-Z]+') w where length(w) > 2);
create index tenant_name_words on tenant using gin (app.name_words(name));
