-- A correction reverses a recorded payment and records it again with the right amount, tenant or date. The new payment names the old one, and a payment
-- is corrected once.
alter table payment add column corrects bigint references payment;
alter table payment add column correction text check (correction in ('amount', 'tenant', 'date'));
alter table payment add constraint payment_correction_of check ((corrects is null) = (correction is null));
create unique index payment_corrects on payment (corrects) where corrects is not null;
