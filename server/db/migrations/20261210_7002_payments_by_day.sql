-- Lists of payments show when money came, and are ordered by it.
create index payment_came on payment (coalesce(received_at, created_at) desc nulls last, id desc);
create index payment_company_came on payment (company_id, coalesce(received_at, created_at) desc nulls last, id desc);
drop index payment_created;
drop index payment_company;
-- The books likewise, by the day they are booked on.
create index journal_day on journal (day desc, id desc);
