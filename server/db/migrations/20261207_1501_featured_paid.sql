-- A featured place is paid for: what it costs with VAT, until when its days are held, and what of the money is earned or given back.

-- Sold by itself unless somebody is to look at each request first.
alter table featured_product add column approval boolean not null default false;
alter table featured_booking
  add column vat_cents bigint not null default 0 check (vat_cents >= 0),
  -- Not paid by then, its days are free again.
  add column hold_until timestamptz,
  add column paid_by text check (paid_by in ('wallet', 'mpesa', 'hand')),
  -- What the books have of it, VAT in it; 0 for what was waived, or agreed before money was booked here.
  add column paid_cents bigint not null default 0 check (paid_cents in (0, price_cents + vat_cents)),
  add column payment_id bigint references payment,
  add column started_on date,
  add column earned_days int not null default 0,
  add column earned_cents bigint not null default 0,
  add column returned_cents bigint not null default 0,
  add column returned_vat_cents bigint not null default 0,
  -- The payment was taken back by M-Pesa.
  add column reversed_at timestamptz,
  add check (earned_cents + returned_cents <= price_cents and returned_vat_cents <= vat_cents);
update featured_booking set started_on = starts_on where status in ('running', 'ended');
create index featured_booking_held on featured_booking (hold_until) where status = 'awaiting_payment';

-- Cards that were seen wait here for a minute and are added up together, as views are. Nothing is lost that money hangs on: it need not outlive a crash.
create unlogged table featured_shown (
  id bigint generated always as identity primary key,
  listing_id bigint not null
);
